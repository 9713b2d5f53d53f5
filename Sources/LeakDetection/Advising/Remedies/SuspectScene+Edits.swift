import HeapModel
import HeapReading

extension SuspectScene {
  /// The changes of the source that do `action`; none where the source is not at hand, or does not tell them all.
  func editsInSource(for action: Remedy.Action) -> [SourceEdit] {
    switch action {
    case .captureWeakly: closureEdits ?? []
    case .storeWeakClosure: methodEdit.map { [$0] } ?? []
    case .declareWeak: propertyEdit?.weak.map { [$0] } ?? []
    case .declareUnowned: propertyEdit?.unowned.map { [$0] } ?? []
    case .takeBack, .rewrite: []
    }
  }

  private var closureEdits: [SourceEdit]? {
    guard let function, function.kind == .closure, let place = suspect.place, !place.isApproximate,
      let variable, let source = SourceFiles.shared.source(of: place)
    else { return nil }
    return ClosureEdit(source, line: place.line, depth: closureDepth, using: variable)?
      .capturing(variable, isOptional: isOptionalCapture, result: function.signature?.result)
  }

  /// The captured variable's name.
  private var variable: String? {
    guard let capture = suspect.step.capture else { return nil }
    if let variable = capture.variable { return variable.contains(".") ? nil : variable }
    return capture.isSelf ? "self" : nil
  }

  /// Whether the captured variable is optional.
  private var isOptionalCapture: Bool {
    let label = ownLinks.last { $0.label.role == .capture }?.label
    let declared = label.map(\.declaredType) ?? ""
    let type =
      declared.isEmpty ? function?.variables?.parameter(ofCapture: 0, of: 1)?.type : declared
    return type?.hasPrefix("Swift.Optional<") ?? false
  }

  private var methodEdit: SourceEdit? {
    guard let function, function.kind == .boundMethod, let signature = function.signature,
      signature.result == .nothing, let method, let place = function.storing?.place,
      !place.isApproximate,
      let source = SourceFiles.shared.source(of: place)
    else { return nil }
    let effects = (signature.canThrow ? "try " : "") + (signature.isAsync ? "await " : "")
    return MethodEdit.edit(
      source, line: place.line, method: method, effects: effects,
      call: AdvicePattern.call(of: method))
  }

  private var propertyEdit: PropertyEdit? {
    guard let place = suspect.place, let name = suspect.declaration?.name,
      let source = SourceFiles.shared.source(of: place)
    else { return nil }
    return PropertyEdit(source, property: name, inTypeAt: place.line)
  }
}
