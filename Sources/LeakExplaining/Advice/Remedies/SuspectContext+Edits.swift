import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

extension SuspectContext {
  /// The changes of the source that do `action`, but for those of a closure; none where the source is not at hand, or does not
  /// tell them all.
  fileprivate func editsInSource(for action: Remedy.Action) -> [SourceEdit] {
    if mayBeCancelHandler { return [] }
    return switch action {
    // A closure is changed once for all cycles through it.
    case .captureWeakly: []
    case .storeWeakClosure: methodEdit.map { [$0] } ?? localFunctionEdits ?? []
    case .declareWeak where isUndecided || suspect.isOneOfTwo,
      .declareUnowned where isUndecided || suspect.isOneOfTwo:
      []
    // It is alone with its object.
    case .declareWeak where drafts.count == 1: []
    case .declareWeak where mayKeepOwner: []
    // What a macro makes of the property is changed with it only where it has no accessors of its own.
    case .takeOut where suspect.isObserved, .clear where suspect.isObserved,
      .call where suspect.isObserved, .rewrite where suspect.isObserved:
      []
    case .declareWeak: propertyEdit?.weak(inOneOf: ownerClasses).map { [$0] } ?? []
    case .declareUnowned:
      propertyEdit.flatMap { $0.weak(inOneOf: ownerClasses) ?? unownedEdit($0) }.map { [$0] } ?? []
    // Where a method is there to end it, the source is left alone.
    case .takeOut where suspect.isOneOfTwo: []
    case .takeOut, .clear, .call, .rewrite:
      endingMethod == nil && !isForLocalFunction
        ? storageEdit ?? partEdits ?? variableEdits ?? chainedEdits ?? cacheEdit ?? autoclosureEdits
          ?? loopEdits ?? [] : []
    }
  }

  /// The edits that make one closure capture the variables of all `contexts` weakly.
  fileprivate static func closureEdits(of contexts: [SuspectContext]) -> [SourceEdit]? {
    // What nothing else keeps would go at once.
    if contexts.contains(where: { $0.mayBeOnlyOwner || $0.mayBeUnboundSelf }) { return nil }
    // A handler that is to end something has to have it.
    if contexts.contains(where: \.mayBeCancelHandler) { return nil }
    let captures = contexts.compactMap { context in
      context.variableInSource.map {
        ClosureEdit.Capture(name: $0, isOptional: context.isOptionalCapture)
      }
    }
    guard captures.count == contexts.count else { return nil }
    let signature = contexts[0].function?.signature
    // Of what is `self` the type is known.
    let context = contexts.first(where: \.isSelf) ?? contexts[0]
    // A source that its own handler captures keeps itself, whatever else that captures.
    guard let closure = context.closureInSource, closure.ownSource == nil else { return nil }
    return closure.capturing(
      captures, result: signature?.result, emptyValue: signature?.emptyValue,
      isRunning: contexts.contains { $0.keepingTask != nil })
  }

  /// The suspect's closure as its source has it, where that is at hand.
  var closureInSource: ClosureEdit? { variableInSource.flatMap(closureInSource) }

  func closureInSource(using variable: String) -> ClosureEdit? {
    guard let function, function.kind == .closure, let place = suspect.place,
      !place.isApproximate, let source = SourceFiles.shared.source(of: place)
    else { return nil }
    return ClosureEdit(
      source, line: place.line, depth: closureDepth, number: function.closureNumber,
      isAsync: function.signature?.isAsync ?? false,
      isSendable: function.signature.map {
        $0.isSendable || $0.isInSendable || $0.isIsolatedToParameter
      } ?? false,
      in: selfType, using: variable)
  }

  /// The captured variable's name.
  var variableInSource: String? {
    guard let capture = suspect.step.capture else { return nil }
    if let variable = capture.variable { return variable.contains(".") ? nil : variable }
    return capture.isSurelySelf ? "self" : nil
  }

  /// Whether the captured variable is optional. A task's closure in an actor's method captures the actor twice, once as what it is
  /// isolated to, which is optional.
  private var isOptionalCapture: Bool {
    if variableInSource == "self" { return false }
    let declared = captureLabel.map(\.declaredType) ?? ""
    let type =
      declared.isEmpty ? function?.variables?.parameter(ofCapture: 0, of: 1)?.type : declared
    return type?.hasPrefix("Swift.Optional<") ?? false
  }

  /// Whether the closure captures what only a local function uses.
  private var isForLocalFunction: Bool {
    if case .localFunction = nesting { !isSelf } else { false }
  }

  /// Whether the property leads from a part back to its owner.
  private var isWayBack: Bool { SuspectChoice.rank(of: suspect) == .fixedBackReference }

  /// Whether the method is one of the captured object, and not of a structure that has it.
  private var isMethodOfTarget: Bool {
    guard !isSelf else { return true }
    guard let function else { return false }
    let type = drafts[(index + 1) % drafts.count].owner
    return ([type.name] + type.superclasses).contains { name in
      name == function.firstGenericArgument || function.names(name)
        || function.receiver.map { function.names(name, $0) } == true
    }
  }

  private var methodEdit: SourceEdit? {
    guard !mayBeOnlyOwner, !mayBeUnboundSelf, let function, function.kind == .boundMethod,
      let signature = function.signature, signature.result == .nothing, isMethodOfTarget,
      let method,
      let call = AdvicePattern.call(of: method, signature), !isSentToAwait(signature),
      let place = function.storing?.place,
      !place.isApproximate, isStoredOnActor == false || !isSelf && !isActorsMethod,
      let source = SourceFiles.shared.source(of: place)
    else { return nil }
    return MethodEdit.edit(
      source, line: place.line, method: method, effects: signature.effects, call: call)
  }

  /// Whether the method is one that does not wait, and is stored as a sendable one that may: who calls that waits for the actor that the
  /// method may be isolated to, which a closure of its own is not.
  private func isSentToAwait(_ signature: FunctionName.Signature) -> Bool {
    isSent && !signature.isAsync
      && closurePlace?.label.declaredType.contains(" async") == true
  }

  /// The edits of a local function that is stored, or that the suspect's closure uses.
  private var localFunctionEdits: [SourceEdit]? {
    guard let place = suspect.place, !place.isApproximate, !mayBeUnboundSelf, !isSent,
      let source = SourceFiles.shared.source(of: place)
    else { return nil }
    if case .localFunction(let name, let line) = nesting {
      return LocalFunctionEdit.edits(source, line: line, name: name, in: selfType)
    }
    guard let function, function.kind == .localFunction else { return nil }
    let name = function.text.prefix { $0 != "(" }
    return LocalFunctionEdit.edits(source, line: place.line, name: String(name), in: selfType)
  }

  /// The edit of a property that leads from a part back to its owner. The owner has begun to go when it lets go of the part, whose
  /// `deinit` would find it gone; so would who has the part longer, and the owner's own `deinit` that uses it.
  private func unownedEdit(_ edit: PropertyEdit) -> SourceEdit? {
    guard isWayBack, !mayOutliveTarget else { return nil }
    let before = drafts[(index + drafts.count - 1) % drafts.count]
    return edit.unowned(
      inOneOf: ownerClasses, of: targetClasses,
      as: drafts.count == 2 ? before.declaration?.name : nil)
  }

  /// The names of the class of the object that the suspect leads to, and of its superclasses, the nearest first.
  private var targetClasses: [String] {
    let target = drafts[(index + 1) % drafts.count].owner
    return [target.name] + target.superclasses
  }

  /// Whether the suspect leads from a part back to an owner that nothing else may keep. Of two of one class nothing tells which is the
  /// part.
  var mayKeepOwner: Bool {
    let rank = SuspectChoice.rank(of: suspect)
    return (rank == .backReference || rank == .weakable && owner == target)
      && propertyEdit?.mayKeepOwner(inOneOf: ownerClasses, owners: targetClasses) == true
  }

  /// Whether the suspect's closure, or the property that has it, is `Sendable`.
  private var isSent: Bool {
    function?.signature.map { $0.isSendable || $0.isInSendable } == true
      || closurePlace?.label.declaredType.contains("@Sendable ") == true
  }

  private var propertyEdit: PropertyEdit? {
    guard let place = suspect.place, let name = suspect.declaration?.name,
      let source = SourceFiles.shared.source(of: place)
    else { return nil }
    guard let label else { return nil }
    guard label.path.contains(".") else {
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

// MARK: Where nothing can simply be made weak

extension SuspectContext {
  /// The edit of a property that cannot be weak itself.
  private var storageEdit: [SourceEdit]? {
    guard let content = weaklyStored, !mayBeOwnersProperty, let place = suspect.place,
      let name = suspect.declaration?.name, let source = SourceFiles.shared.source(of: place)
    else { return nil }
    return WeakStorageEdit(source, property: name, inTypeAt: place.line)?.edit(content).map { [$0] }
  }

  /// What the suspect is as the content of a property that can keep it weakly.
  private var weaklyStored: WeakStorageEdit.Content? {
    guard !isCapture, suspect.owner.visibility == .program, let first = ownLinks.first,
      let last = ownLinks.last, first.label.role == .property, last.target.kind == .instance,
      !last.label.isLazy, !first.label.isAnyHashable
    else { return nil }
    let path = first.label.displayPath.split(separator: ".")
    if ownLinks.count == 1 {
      let isObject =
        first.label.isExistential ? first.label.isClassBound : !first.label.isUnconstrained
      if first.label.isInPayload {
        return isObject && (2...3).contains(path.count)
          ? .payload(case: String(path[1]), part: path.dropFirst(2).first.map(String.init)) : nil
      }
      return !isObject && path.count == 1 && !first.label.canBeWeak ? .anything : nil
    }
    guard ownLinks.count == 2, path.count == 1, last.label.path.isEmpty,
      [.element, .value].contains(last.label.role), !last.label.isLooseExistential
    else { return nil }
    return TypeName(first.label.declaredType).arguments.last.map { .objects(type: $0) }
  }

  private var autoclosureEdits: [SourceEdit]? {
    guard let function, function.kind == .autoclosure, isSelf, let signature = function.signature,
      !signature.isAsync, !signature.canThrow, let place = suspect.place,
      let source = SourceFiles.shared.source(of: place),
      signature.result != .value || signature.emptyValue != nil
    else { return nil }
    return AutoclosureEdit.edits(
      source, functionAt: place.line, otherwise: signature.emptyValue,
      isSendable: signature.isSendable)
  }

  /// The edits of a task that keeps what it has unwrapped.
  private var loopEdits: [SourceEdit]? {
    guard !isCapture, suspect.owner.kind == .task, let name = previous.declaration?.name,
      let place = previous.place, let source = SourceFiles.shared.source(of: place)
    else { return nil }
    return LoopEdit.edits(source, property: name, inTypeAt: place.line)
  }
}

extension ReferenceLabel {
  /// Whether the declared type is a protocol's that need not be a class.
  var isLooseExistential: Bool { isExistential && !isClassBound }
}

extension FunctionName.Signature {
  /// What stands before a call: `try await `.
  var effects: String { (canThrow ? "try " : "") + (isAsync ? "await " : "") }
}

extension RetainPath.Explanation {
  /// The path, with the edits of its remedy.
  var edited: RetainPath { Self.edited([self])[0].path }

  /// The cycles of one component, with the edits of their remedies. What several of them have to change in one closure, or at one
  /// place, is one change, of the first. Another package's source is left alone.
  static func edited(_ explanations: [Self]) -> [Self] {
    var explanations = explanations
    var captures: [[String]: [Int]] = [:]
    for (index, explanation) in explanations.enumerated() {
      guard let action = explanation.path.remedy?.action,
        explanation.context.suspect.foreignPackage == nil
      else { continue }
      if action == .captureWeakly {
        captures[explanation.context.closureIdentity, default: []].append(index)
      } else {
        explanations[index].path.remedy?.edits = explanation.context.editsInSource(for: action)
      }
    }
    for group in captures.values {
      let edits = SuspectContext.closureEdits(of: group.map { explanations[$0].context })
      explanations[group[0]].path.remedy?.edits = edits ?? []
    }
    var made: [SourceEdit] = []
    for index in explanations.indices {
      let edits = explanations[index].path.edits
      if edits.contains(where: { edit in made.contains { $0.overlaps(edit) } }) {
        explanations[index].path.remedy?.edits = []
      } else {
        made += edits
      }
    }
    for index in explanations.indices where !explanations[index].path.edits.isEmpty {
      explanations[index].path.suspectFile = nil
    }
    return explanations
  }
}

extension SuspectContext {
  /// What is the same of scenes about one closure.
  fileprivate var closureIdentity: [String] {
    [function?.text ?? "", suspect.place?.path ?? "", "\(suspect.place?.line ?? 0)"]
  }
}
