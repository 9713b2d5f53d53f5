import HeapModel
import HeapReading

extension SuspectScene {
  /// The changes of the source that do `action`, but for those of a closure; none where the source is not at hand, or does not
  /// tell them all.
  fileprivate func editsInSource(for action: Remedy.Action) -> [SourceEdit] {
    switch action {
    // A closure is changed once for all cycles through it.
    case .captureWeakly: []
    case .storeWeakClosure: methodEdit.map { [$0] } ?? []
    case .declareWeak: propertyEdit?.weak.map { [$0] } ?? []
    case .declareUnowned:
      propertyEdit.flatMap { $0.weak ?? (isWayBack ? $0.unowned : nil) }.map { [$0] } ?? []
    case .takeBack, .rewrite: []
    }
  }

  /// The edits that make one closure capture the variables of all `scenes` weakly.
  fileprivate static func closureEdits(of scenes: [SuspectScene]) -> [SourceEdit]? {
    let captures = scenes.compactMap { scene in
      scene.variable.map { ClosureEdit.Capture(name: $0, isOptional: scene.isOptionalCapture) }
    }
    guard captures.count == scenes.count else { return nil }
    return scenes[0].closureInSource?.capturing(
      captures, result: scenes[0].function?.signature?.result)
  }

  /// The suspect's closure as its source has it, where that is at hand.
  var closureInSource: ClosureEdit? {
    guard let variable, let function, function.kind == .closure, let place = suspect.place,
      !place.isApproximate, let source = SourceFiles.shared.source(of: place)
    else { return nil }
    return ClosureEdit(
      source, line: place.line, depth: closureDepth, number: function.closureNumber,
      isAsync: function.signature?.isAsync ?? false, using: variable)
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

  /// Whether the property leads from a part back to its owner.
  private var isWayBack: Bool { SuspectChoice.rank(of: suspect) == .fixedBackReference }

  private var methodEdit: SourceEdit? {
    guard let function, function.kind == .boundMethod, let signature = function.signature,
      signature.result == .nothing, let method, let place = function.storing?.place,
      !place.isApproximate,
      let source = SourceFiles.shared.source(of: place)
    else { return nil }
    return MethodEdit.edit(
      source, line: place.line, method: method, effects: signature.effects,
      call: AdvicePattern.call(of: method))
  }

  private var propertyEdit: PropertyEdit? {
    guard let place = suspect.place, let name = suspect.declaration?.name,
      let source = SourceFiles.shared.source(of: place)
    else { return nil }
    guard let label, label.path.contains(".") else {
      return PropertyEdit(source, property: name, inTypeAt: place.line)
    }
    // The property of a structure that the property stores.
    let names = label.path.split(separator: ".")
    guard names.count == 2, !label.isInPayload, !label.declaredType.contains("<"),
      let structure = label.declaredType.split(separator: ".").last
    else { return nil }
    return PropertyEdit(source, property: String(names[1]), inStructureNamed: String(structure))
  }
}

extension FunctionName.Signature {
  /// What stands before a call: `try await `.
  var effects: String { (canThrow ? "try " : "") + (isAsync ? "await " : "") }
}

extension RetainPath.Explanation {
  /// The path, with the edits of its remedy.
  var edited: RetainPath { Self.edited([self])[0].path }

  /// The cycles of one component, with the edits of their remedies. What several of them have to change in one closure is one
  /// change, of the first.
  static func edited(_ told: [Self]) -> [Self] {
    var told = told
    var captures: [[String]: [Int]] = [:]
    for (index, explanation) in told.enumerated() {
      guard let action = explanation.path.remedy?.action else { continue }
      if action == .captureWeakly {
        captures[explanation.scene.closureIdentity, default: []].append(index)
      } else {
        told[index].path.remedy?.edits = explanation.scene.editsInSource(for: action)
      }
    }
    for group in captures.values {
      let edits = SuspectScene.closureEdits(of: group.map { told[$0].scene })
      told[group[0]].path.remedy?.edits = edits ?? []
    }
    return told
  }
}

extension SuspectScene {
  /// What is the same of scenes about one closure.
  fileprivate var closureIdentity: [String] {
    [function?.text ?? "", suspect.place?.path ?? "", "\(suspect.place?.line ?? 0)"]
  }
}
