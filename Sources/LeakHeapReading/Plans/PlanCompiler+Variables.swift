import LeakBase
import LeakHeapModel
import LeakSymbolication

/// How a variable's value is read.
package struct VariableLayout {
  package var plan: LayoutPlan.ID
  /// How many bytes the variable has.
  package var size: Int
}

extension PlanCompiler {
  /// How a variable of the type `name` is read, which the image at `image` declares; `nil` where the type cannot be had.
  package func layout(ofVariableNamed name: MangledTypeText, inImageAt image: UInt)
    -> VariableLayout?
  {
    let layout = name.first(
      descriptor: { descriptor(ofType: $0, inImageAt: image) }, { captureLayout($0, in: nil) })
    if let layout { return VariableLayout(plan: layout.plan, size: layout.size) }
    return name.isClass || name.isCollection ? VariableLayout(plan: referencePlan, size: 8) : nil
  }

  /// Where the descriptor of a nominal type is, of which the image at `image` speaks by this name.
  func descriptor(ofType nominal: String, inImageAt image: UInt) -> UInt? {
    if let own = ImageSymbols.descriptor(ofType: nominal, inImageAt: image) { return own }
    let exported = Address(symbol: "$s\(nominal)Mn")
    return exported.isNull ? nil : exported.bits
  }

  /// How a variable is read of which debug information says the type; `nil` where that is not enough.
  package func layout(ofVariable type: DebugVariableType, inImageAt image: UInt) -> VariableLayout?
  {
    switch type {
    case .swift(let mangled):
      MangledTypeText(mangled).flatMap { layout(ofVariableNamed: $0, inImageAt: image) }
    case .number: VariableLayout(plan: PlanTables.emptyPlan, size: 8)
    case .pointer: VariableLayout(plan: pointerPlan, size: 8)
    case .structure(let size, let members):
      VariableLayout(
        plan: tables.addPlan(
          members.flatMap { member in
            layout(ofVariable: member.type, inImageAt: image).map {
              tables.placed($0.plan, at: Int(clamping: member.offset), as: .value)
            } ?? [operation(.pointer, offset: Int(clamping: member.offset))]
          }, size: Int(clamping: size), stride: Int(clamping: size)),
        size: Int(clamping: size))
    case .fixedBuffer, .unknown: nil
    }
  }
}
