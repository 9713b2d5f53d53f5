import LeakHeapModel
import LeakHeapReading

/// The sentences that patterns put their advice together from.
extension SuspectContext {
  /// The type of the object that is kept alive, as a person writes it.
  var target: String { TypeName(suspect.step.target ?? "").short }

  /// The type of the object that the suspect starts at, as a person writes it.
  var owner: String { TypeName(holder.name).short }

  /// The suspect's closure: `the closure at Controller.swift:41`, `closure #1 in Controller.start()`.
  var place: String {
    if let line = suspect.step.capture?.line { return "the closure at \(line)" }
    return function?.text ?? "the closure"
  }

  /// The property that stores the suspect's closure, or that is the suspect: `Menu.commands`.
  var property: String {
    drafts[groupStart].step.property?.declaredAsWhole ?? owner
  }

  /// `Try [weak self] in …`, then `reason`, then, where nobody could look, what may be inside the closure.
  func weakCapture(_ reason: String = "") -> Advice {
    if isClosureOfToolchain {
      let place = drafts[groupStart].content.declaredName.map { "\(owner).\($0)" }
      return advice(
        .clear, place,
        "\(place.map { "Clear " + $0 } ?? "Let go of the \(owner)") when it is no longer needed: \(self.place) keeps the "
          + "\(target), and is no code of yours.")
    }
    if let cast = weakCast { return advice(.rewrite, suspect.step.capture?.variable, cast) }
    if let parameter = weakParameter {
      return advice(.rewrite, suspect.step.capture?.variable, parameter)
    }
    let result =
      function?.signature?.result == .value
      ? "Decide what it returns when \(suspect.step.capture?.variable ?? (isSelf ? "self" : "the \(target)")) has gone."
      : ""
    if let name = variableInSource, closureInSource?.hasWithoutOwning(name) == true {
      return advice(.rewrite, name, captureBesideList(of: name))
    }
    if let cleanUp { return advice(.rewrite, suspect.step.capture?.variable ?? "self", cleanUp) }
    if let variable = variableInSource, closureInSource?.isUnchecked(variable) == true {
      let copy = "weak" + variable.prefix(1).uppercased() + variable.dropFirst()
      return advice(
        .rewrite, variable,
        "Try nonisolated(unsafe) weak let \(copy) = \(variable) above \(place) (weak var before Swift 6.3), and use that in it: a capture "
          + "list makes a variable that the compiler checks for data races.", reason, result,
        otherOwner)
    }
    guard isSelf else {
      return advice(
        .captureWeakly, weakEntry, "", noteOnHelper, specialization,
        suspect.step.capture?.variable.map(noteOnUnwrapping) ?? "", reason, result, otherOwner)
    }
    let nested =
      nesting == nil
      ? "If a closure nested inside it says [weak self], move that capture list out here." : ""
    let name = suspect.step.capture?.variable ?? "self"
    let another =
      suspect.step.capture?.isSelfByType == true
      ? "If it captures another \(target) than self, capture that one weakly." : ""
    let superclass =
      closureInSource?.usesSuper == true
      ? "Call what it needs of super in a method of its own: super keeps \(name) as well." : ""
    let closure = closureInSource
    let isolation =
      closure?.isOfActor == true
      ? "Write self?.assumeIsolated { … } around what it does: a weak self is not isolated to the actor."
      : closure?.mayBeOfActor == true
        ? "If it runs on the actor, write self?.assumeIsolated { … } around what it does: a weak self is not isolated to it."
        : closure?.needsIsolation == true
          ? "Move what it does with self into a method of the actor, and await that: a weak self is not isolated to the actor."
          : ""
    return advice(
      .captureWeakly, name, "", noteOnHelper, noteOnSource, another, isolation, superclass,
      noteOnUnwrapping(name), reason,
      nested,
      result, otherClosure, ownerOfDropped)
  }

  /// Where else the same can be done, where another closure on the cycle captures its own `self` just as well: nothing tells which of
  /// the two objects only its closure keeps.
  var otherClosure: String {
    let others = otherClosures.filter { drafts[$0].isStandIn }
    guard others.count == 1, let other = drafts[others[0]].step.capture, let line = other.line,
      line.description != suspect.step.line?.description
    else { return "" }
    return "If nothing else keeps the \(target), try it in the closure at \(line) instead."
  }

  /// What to mind where the file drops an object like the captured `self`.
  private var ownerOfDropped: String {
    guard mayBeOnlyOwner, otherClosure.isEmpty else { return "" }
    return otherOwner.isEmpty ? "Something else has to keep the \(target) then." : otherOwner
  }

  /// What to do where nothing but the closure may own what it captures: a weak capture would let go of that at once. A part that the
  /// toolchain declares the object has made for itself, as a rule.
  var otherOwner: String {
    let following = (index + 1) % drafts.count
    let next = drafts[following]
    let part = drafts[(following + 1) % drafts.count].owner
    guard mayBeOnlyOwner, suspect.mayBeOnlyOwner, let label = next.label,
      part.visibility == .program, label.declaresObject(of: part),
      let property = next.step.property?.declared
    else { return "" }
    let change =
      label.canBeWeak ? "weak var on" : "an optional weak var, or unowned, on"
    let other = TypeName(part.name).short
    return "If nothing else keeps the \(target), but something else keeps the "
      + "\(other == target ? "other \(target)" : other), try \(change) \(property) instead."
  }

  /// What captures the variable for the closure beside its capture list.
  private var noteOnHelper: String {
    guard let name = variableInSource, let helper = closureInSource?.helper(using: name) else {
      return ""
    }
    return
      "It \(helper.isSure ? "captures" : "may capture") \(name) for \(helper.name) as well, declared at line \(helper.line), which has no capture list: "
      + "\(insteadOfHelper(helper.name, using: name))."
  }

  private func captureBesideList(of name: String) -> String {
    let place = place.prefix(1).uppercased() + place.dropFirst()
    guard let helper = closureInSource?.helper(using: name) else {
      return
        "\(place) does not keep \(name) by its capture list, but uses something else that captures it: a local function, or a local variable with code of its own. Write that function or variable without \(name)."
    }
    return
      "\(place) does not keep \(name) by its capture list, but \(helper.isSure ? "captures" : "may capture") it for \(helper.name), declared at line \(helper.line), "
      + "which has none: \(insteadOfHelper(helper.name, using: name))."
  }

  private func insteadOfHelper(_ helper: String, using name: String) -> String {
    name == "self"
      ? "make \(helper) a member of the \(target)" : "give \(helper) what it needs of \(name)"
  }

  /// What a handler of a source of libdispatch's keeps beside its `self`.
  private var noteOnSource: String {
    closureInSource?.ownSource.map {
      "It captures \($0) as well, and a source keeps its handlers until it is cancelled: use a property of self instead, or cancel \($0)."
    } ?? ""
  }

  /// What keeps `name` in a task's closure beside its capture list, where that waits, or beside a closure that it has made.
  private func noteOnUnwrapping(_ name: String) -> String {
    keepingTask != nil && closureInSource?.isKeptByUnwrapping(name) == true || isInFrameItself
      ? "A guard let \(name) above an await keeps it as well, and so does a method of \(name) that awaits."
      : ""
  }

  /// What to write where the captured variable is declared as a protocol's type that is not class-bound, or as `Any`: such a one
  /// cannot be weak.
  private var weakCast: String? {
    guard let variable = suspect.step.capture?.variable, !variable.contains("."),
      let label = captureLabel, label.path.isEmpty, label.isExistential, !label.isClassBound
    else { return nil }
    return
      "Try [weak \(targetVariable) = \(variable) as? \(target)] in \(place): as \(variable) is declared, it cannot "
      + "be weak itself."
  }

  /// What to write where the captured variable's type is a generic parameter, unless that has to be a class: the type of `self` in an
  /// extension of a protocol is one.
  private var weakParameter: String? {
    guard let label = captureLabel, label.path.isEmpty, label.isUnconstrained || mayBeUnboundSelf
    else { return nil }
    if isSelf {
      return
        "Try [weak self] in \(place). The protocol has to be derived from AnyObject for that, if it is not."
    }
    let variable = function?.variables?.parameter(
      ofCapture: label.captureIndex, of: label.captureCount)
    if variable?.isRequiredObject == true { return nil }
    let capture =
      "Try \(weakEntry.map { "[weak \($0)]" } ?? "a weak capture of \(target)") in \(place). Its type, a generic parameter, has to be an AnyObject for that."
    // A function for values of any type cannot be changed so, but what calls it for its own object can.
    guard let stored = drafts[groupStart].step.property, stored.owner == suspect.step.target else {
      return capture
    }
    return capture + " Otherwise give \(stored.declaredAsWhole) a closure with [weak self]."
  }

  /// What to mind where the closure was made for types that stand for generic parameters, and nothing tells how the captured variable
  /// is declared.
  private var specialization: String {
    function?.firstGenericArgument != nil && suspect.step.capture?.variable == nil
      ? "If it is declared with a generic parameter as its type, that has to be an AnyObject for it."
      : ""
  }

  /// The target's type as the name of a variable: `urlSession` for `URLSession`.
  private var targetVariable: String {
    let type = target.prefix { $0 != "<" }.split(separator: ".").last ?? ""
    let capitals = type.prefix { $0.isUppercase }
    let isAll = capitals.count == type.count || capitals.count == 1
    let lowered = isAll ? capitals.count : capitals.count - 1
    return type.prefix(lowered).lowercased() + type.dropFirst(lowered)
  }

  /// The entry of a capture list for the captured object: `view`, or `view = context.view`. `nil` where the variable's name is not
  /// known, or is inside a value, or where the list itself makes the object.
  var weakEntry: String? {
    guard let variable = suspect.step.capture?.variable, !variable.contains(".") else { return nil }
    let closure = closureInSource
    if closure?.makes(variable) == true { return nil }
    return variable + (closure?.value(of: variable).map { " = " + $0 } ?? "")
  }

  /// The capture list that makes a part of a captured value weak: `[weak view = context.view]`, and `[weak view]` for a part of
  /// `self`.
  ///
  /// - Parameter isCast: Whether the part is declared as what need not be an object: what it has is cast.
  func weakPart(_ path: String, isCast: Bool = false) -> String {
    let last = path.split(separator: ".").last.map(String.init) ?? path
    // The parts of a tuple may have no names.
    let name = last.allSatisfy(\.isNumber) ? targetVariable : last
    guard let variable = suspect.step.capture?.variable, variable != "self.\(name)" else {
      return isCast ? "[weak \(name) = \(name) as? \(target)]" : "[weak \(name)]"
    }
    return "[weak \(name) = \(variable)\(isCast ? " as? \(target)" : "")]"
  }

  /// `Try weak var on …`, or what else to do where the declaration does not allow it.
  func weakProperty(_ reason: String = "") -> Advice {
    guard let declared = suspect.step.property?.declared else {
      return advice(.rewrite, nil, reason)
    }
    let isOptional = label?.declaredType.hasPrefix("Swift.Optional<") ?? false
    let canBeVariable = isWeakable || label?.isConstant == true && isOptional
    let advice =
      canBeVariable
      ? advice(.declareWeak, declared, alternatives, reason, otherOfTwo)
      : advice(.declareUnowned, declared, alternatives, reason, otherOfTwo)
    // A constant has to become a variable first.
    return isWeakable ? advice : Advice(remedy(.declareUnowned, declared), advice.sentences)
  }

  /// The other properties that could be weak as well, where nothing in the code tells which of the objects owns the others.
  private var alternatives: String {
    if drafts.count == 1, isWeakable {
      return ", or set it to nil when the \(target) is no longer needed"
    }
    let condition = mayKeepOwner ? ", if something else keeps the \(target)" : ""
    guard isWeakable || suspect.isRoleGuessed, !ranksOfEqual.isEmpty else { return condition }
    var kinds: Set<Int> = []
    let ranks = ranksOfEqual
    let equal = zip(drafts, SuspectChoice.ranks(of: drafts)).filter { draft, rank in
      ranks.contains(rank) && (rank != .foreignProperty || draft.label?.canBeWeak == true)
        && draft.first.map { kinds.insert($0).inserted } ?? true
    }
    let declared = suspect.step.property?.declared ?? property
    let others = equal.filter { $0.0.step.property?.declared != declared }
    let names = Set(others.filter(\.0.isStandIn).compactMap { $0.0.weakCandidate })
    guard let first = names.first else {
      return others.isEmpty && !isUndecided
        ? condition : ": the code does not tell whether it owns the \(target)"
    }
    if names.count > 1 {
      return ", or on another property of the cycle: \(CutMark.undecided) object owns the others"
    }
    let ofEachKind = drafts.enumerated().lazy.filter { $1.first == nil || $1.first == $0 }
    let properties = Set(ofEachKind.map { $1.step.property?.declared })
    let what = properties.count == 2 ? "the other" : "what it refers to"
    let on = isWeakable ? "on" : "weak var on"
    return ", or \(on) \(first): \(CutMark.undecided) of the two owns \(what)"
  }

  /// The label of the suspect where it is a property that is one reference, and nothing more.
  var label: ReferenceLabel? { suspect.label }

  /// Whether the suspect is a property that can be weak as it is declared.
  var isWeakable: Bool { label?.canBeWeak == true }
}

extension StepDraft {
  /// The property, as one that is to be weak instead, with what that takes; `nil` for an element of a tuple or of a buffer, and for
  /// what a class of the toolchain declares.
  var weakCandidate: String? {
    guard let property = step.property, let name = property.path.split(separator: ".").last,
      Int(name) == nil,
      !HeapObjectType.isToolchains(
        module: TypeName(property.declaringClass ?? property.owner).module)
    else { return nil }
    let declared = property.declared
    guard label?.isUnableToBeWeak == true else { return declared }
    return declared
      + (label?.isExistential == true
        ? ", with its protocol derived from AnyObject" : ", with its type derived from AnyObject")
  }
}

extension ReferenceLabel {
  /// Whether the property is declared as an object of the type, and no structure has it.
  func declaresObject(of type: HeapObjectType) -> Bool {
    if canBeWeak { return true }
    let declared = TypeName(declaredType).nominal
    return isConstant && !path.contains(".")
      && (isExistential || declared == type.nominalName || type.isKind(of: declared))
  }

  /// Whether the declared type is one that no reference to can be weak, since it need not be a class: a protocol, or a generic parameter.
  var isUnableToBeWeak: Bool {
    isUnconstrained && !isInPayload || isExistential && !canBeWeak && !isClassBound && !isAny
  }
}

extension RetainPath.Step.Property {
  /// The type that a person changes: the class that declares the property, which may be a superclass of the object's.
  var declaringType: String { TypeName(declaringClass ?? owner).short }

  /// The property by the type that declares it: one property in all of a class's subclasses.
  var declared: String { "\(declaringType).\(path)" }

  /// The same, of an element the collection: `Cache.photos`. It is the type alone where that is the collection.
  var declaredAsWhole: String {
    let name = path.prefix { $0 != "[" }
    return declaringType + (name.isEmpty ? "" : ".\(name)")
  }
}
