import LeakHeapModel

/// The place of one capture in a closure's context.
package struct CaptureLayout {
  package var size: Int
  package var alignmentMask: Int
  /// The plan of the captured value; empty for captures that own nothing.
  package var plan: LayoutPlan.ID
  /// The type of the captured value, for people; empty where there is none.
  package var typeName: String
  /// Whether the type is a protocol's (`any P`), or an optional one, and whether such a type is class-bound.
  var isExistential = false
  var isClassBound = false
  /// How many bit patterns of the type stand for no value, where that is known.
  var extraInhabitantCount: Int?
}

extension CaptureLayout {
  package init(size: Int, alignmentMask: Int, plan: LayoutPlan.ID, typeName: String) {
    self.init(
      size: size, alignmentMask: alignmentMask, plan: plan, typeName: typeName,
      isExistential: false)
  }
}

extension PlanCompiler {
  /// The shape of the closure contexts and captured variables whose metadata is `metadata`.
  func closureContext(_ metadata: TypeMetadata) -> (HeapShape, HeapObjectType) {
    var shape = HeapShape(kind: .fixed, isa: metadata.address.bits)
    var type = HeapObjectType(kind: .closureContext, name: "closure context")
    guard let descriptor = CaptureDescriptor(contextMetadata: metadata, map: map) else {
      let reason = "the captures of a closure, built without reflection metadata"
      shape.plan = tables.addPlan([scanned(reason, offset: 16)], size: 16, stride: 0)
      return (shape, type)
    }
    if !descriptor.sources.isEmpty {
      shape.kind = .genericClosure
      return (shape, type)
    }
    if descriptor.isCapturedVariable { type = HeapObjectType(kind: .box, name: "box") }
    let role: ReferenceLabel.Role = descriptor.isCapturedVariable ? .content : .capture
    let operations = captureOperations(descriptor, in: nil, role: role)
    shape.plan = tables.addPlan(operations, size: 0, stride: 0)
    if tables.isEmpty(shape.plan) { shape.kind = .leaf }
    return (shape, type)
  }

  /// The operations for a context whose generic parameters, if it has any, `environment` replaces.
  func captureOperations(
    _ descriptor: CaptureDescriptor, in environment: GenericEnvironment?,
    role: ReferenceLabel.Role = .capture
  ) -> [PlanOperation] {
    var offset = descriptor.capturesOffset
    var operations: [PlanOperation] = []
    if let isolation = descriptor.isolationOffset {
      operations += tables.placed(
        plan(for: TypeMetadata((any Actor)?.self)), at: isolation,
        as: ReferenceLabel(role: role, captureIndex: -1))
    }
    var layouts: [CaptureLayout] = []
    for capture in descriptor.captures {
      guard let layout = captureLayout(capture, in: environment) else { break }
      layouts.append(layout)
    }
    for (index, layout) in layouts.enumerated() {
      offset = (offset + layout.alignmentMask) & ~layout.alignmentMask
      var label = ReferenceLabel(
        role: role, captureIndex: role == .capture ? index : -1,
        captureCount: descriptor.captures.count,
        isOnlyCaptureOfType: layouts.count == descriptor.captures.count
          && layouts.count { $0.typeName == layout.typeName } == 1,
        declaredType: layout.typeName,
        isFirstGenericParameter: descriptor.captures[index].text == "x")
      label.isExistential = layout.isExistential
      label.isClassBound = layout.isClassBound
      label.isUnconstrained = descriptor.captures[index].parameter != nil
      operations += tables.placed(layout.plan, at: offset, as: label)
      offset += layout.size
    }
    if layouts.count == descriptor.captures.count { return operations }
    let label = ReferenceLabel(role: role, captureIndex: role == .capture ? layouts.count : -1)
    // The runtime cannot build a tuple of such a function, but the function comes first.
    if let function = CapturedFunction(beginningTuple: descriptor.captures[layouts.count].text) {
      let layout = layout(of: function)
      offset = (offset + layout.alignmentMask) & ~layout.alignmentMask
      operations += tables.placed(layout.plan, at: offset, as: label)
      offset += layout.size
    }
    // Where one capture ends is not known, so neither is where the next begins.
    let rest = tables.addPlan(
      [scanned("captures of a closure, of a type that the runtime cannot name")], size: 0,
      stride: 0)
    return operations + tables.placed(rest, at: (offset + 7) & ~7, as: label)
  }

  /// How `capture` is stored, or `nil` when its type cannot be told.
  package func captureLayout(
    _ capture: MangledName, in environment: GenericEnvironment?
  ) -> CaptureLayout? {
    let text = capture.text
    if let function = CapturedFunction(mangled: text) { return layout(of: function) }
    let word = CaptureLayout(
      size: 8, alignmentMask: 7, plan: observationPlan(of: capture), typeName: "",
      extraInhabitantCount: extraInhabitantCount(ofNonOwning: capture))
    // A metatype whose value is known at compile time takes no storage.
    if text.hasSuffix("XMt") {
      return CaptureLayout(size: 0, alignmentMask: 0, plan: PlanTables.emptyPlan, typeName: "")
    }
    // A captured variable's box.
    if text.hasSuffix("_Xx") || text.hasSuffix("XX") {
      return CaptureLayout(size: 8, alignmentMask: 7, plan: referencePlan, typeName: "")
    }
    if capture.isBlock {
      return CaptureLayout(size: 8, alignmentMask: 7, plan: blockPlan, typeName: "a block")
    }
    let type =
      environment.map { capture.resolve(in: $0) } ?? capture.resolve()
    guard let type else {
      if capture.isNonOwningReference { return word }
      if isClassReference(capture) {
        return CaptureLayout(size: 8, alignmentMask: 7, plan: referencePlan, typeName: "")
      }
      if capture.isCollection {
        return CaptureLayout(
          size: 8, alignmentMask: 7, plan: plan(for: TypeMetadata([AnyObject].self)), typeName: "")
      }
      return structuralLayout(capture) ?? tupleLayout(capture, in: environment)
    }
    let isOwned = !capture.isNonOwningReference
    return CaptureLayout(
      size: type.size, alignmentMask: type.alignmentMask,
      plan: isOwned ? plan(for: type) : observationPlan(of: capture), typeName: type.name,
      isExistential: type.isOptionalExistential, isClassBound: type.isOptionalClassBoundExistential,
      extraInhabitantCount: isOwned
        ? type.extraInhabitantCount : extraInhabitantCount(ofNonOwning: capture))
  }

  /// Whether the name is that of a class, or an optional one, whatever its generic arguments: a symbolic reference to
  /// its descriptor comes first, and a list of arguments may follow, from `y` to `G`.
  private func isClassReference(_ name: MangledName) -> Bool {
    guard name.length >= 5, let descriptor = name.firstDescriptor,
      map.isInImage(descriptor.address, length: 16),
      descriptor.kind == ContextDescriptor.Kind.class
    else { return false }
    var rest = name.text.drop { $0 != ">" }.dropFirst()
    if rest.hasSuffix("Sg") { rest = rest.dropLast(2) }
    return rest.isEmpty || rest.hasPrefix("y") && rest.hasSuffix("G")
  }

  /// How a reference that owns nothing is counted, if it is: an unmanaged one is not.
  func observation(of name: MangledName) -> PlanOperation.Kind? {
    if name.text.hasSuffix("Xw") { return .weak }
    return name.text.hasSuffix("Xo") ? .unowned : nil
  }

  /// Who has an unmanaged reference may still get at the object by it: it counts as a pointer.
  private func observationPlan(of name: MangledName) -> LayoutPlan.ID {
    guard let kind = observation(of: name) else { return pointerPlan }
    return tables.addPlan([operation(kind)], size: 8, stride: 8)
  }

  /// Of the references that own nothing, all but weak ones have the invalid pointers for patterns that stand for no value.
  private func extraInhabitantCount(ofNonOwning name: MangledName) -> Int {
    observation(of: name) == .weak ? 0 : TypeMetadata.invalidReferenceCount
  }

  private func layout(of function: CapturedFunction) -> CaptureLayout {
    let thick = TypeMetadata((() -> Void).self)
    switch function {
    case .thick:
      return CaptureLayout(
        size: 16, alignmentMask: 7, plan: plan(for: thick), typeName: "a function")
    case .nonEscaping:
      return CaptureLayout(
        size: 16, alignmentMask: 7, plan: PlanTables.emptyPlan, typeName: "a function")
    case .block:
      return CaptureLayout(size: 8, alignmentMask: 7, plan: blockPlan, typeName: "a block")
    case .thin:
      return CaptureLayout(
        size: 8, alignmentMask: 7, plan: PlanTables.emptyPlan, typeName: "a function")
    }
  }
}

extension CaptureDescriptor {
  /// Whether the context may be a captured variable's box: its metadata is that of a context with one
  /// capture, and no closure says otherwise.
  fileprivate var isCapturedVariable: Bool {
    captures.count == 1 && bindingCount == 0 && sources.isEmpty
  }
}
