import LeakHeapModel

/// References inside the values and collections that a property stores.
extension AdvicePattern {
  static let values = [
    AdvicePattern(
      "observer-list", case: "observers/observers-collection",
      matches: { SuspectChoice.rank(of: $0.suspect) == .observers },
      advice: takeOut),
    AdvicePattern(
      "error-payload", case: "owners/error-payload",
      matches: { !$0.isCapture && $0.passes(through: HeapObjectType.Kind.errorBox) },
      advice: { context in
        context.advice(
          .rewrite, context.property,
          "Let the error carry what describes the \(context.target), not the object itself: it lives as long as "
            + "whoever stores the error.")
      }),
    AdvicePattern(
      "dictionary-entry", case: "owners/dictionary-entry",
      matches: { !$0.isCapture && $0.passes(through: HeapObjectType.Kind.dictionaryStorage) },
      advice: takeOut),
    AdvicePattern(
      "collection-element", case: "owners/collection-element",
      matches: { !$0.isCapture && $0.suspect.isElement },
      advice: takeOut),
    AdvicePattern(
      "enum-payload", case: "owners/enum-payload",
      matches: { !$0.isCapture && $0.route.contains { $0.label.isInPayload } },
      advice: { context in
        context.advice(
          .rewrite, context.property,
          "A payload cannot be weak: keep the \(context.target) in a weak var beside the enumeration, or in a "
            + "small struct that has one, or leave the case when it is no longer needed.")
      }),
    AdvicePattern(
      "reference-in-value", case: "owners/reference-in-struct",
      matches: { context in
        !context.isCapture
          && (context.route.count > 1
            || context.route.contains { $0.label.displayPath.contains(".") || $0.isInNamelessPart })
      },
      advice: takeOut),
  ]

  /// What is advised where nothing more is known of the place that holds a reference.
  static let takeOut: @Sendable (SuspectContext) -> Advice = { context in
    guard let path = context.suspect.step.property?.path else {
      return context.advice(.rewrite, nil)
    }
    if let place = context.placeInValue { return context.weakProperty(of: place) }
    let owner = path.isEmpty && context.drafts.count == 1 ? "itself" : context.owner
    let whole = path.prefix { $0 != "[" }
    let label = context.ownLinks.first?.label
    // Nobody can take it out of what the toolchain declares, or out of a constant: the value goes with it.
    let changed =
      whole != path
      ? whole
      : label?.isOfToolchain == true
        ? whole.prefix { $0 != "." }
        : label?.isConstant == true ? whole[..<(whole.lastIndex(of: ".") ?? whole.endIndex)] : whole
    let place = path.isEmpty ? owner : "\(owner).\(changed)"
    return context.advice(.takeOut, place, "", context.otherOfTwo)
  }
}

extension SuspectContext {
  /// Where a value has the reference that the suspect is.
  fileprivate struct PlaceInValue {
    /// The property of the value: `owner`.
    var field: String
    /// The value: `the value that Menu.state stores`.
    var value: String
    /// What has the value: `Menu.state`.
    var whole: String
  }

  /// Where a structure has the suspect's reference in a property that the program declares.
  fileprivate var placeInValue: PlaceInValue? {
    guard let label = route.last?.label, let path = suspect.step.property?.path,
      !label.isOfToolchain, !label.isInPayload,
      label.canBeWeak || label.isConstant && !label.isUnableToBeWeak && !label.isAny,
      let dot = path.lastIndex(of: "."), let field = path[dot...].dropFirst().first,
      !field.isNumber
    else { return nil }
    let before = path[..<dot]
    let collection = before.prefix { $0 != "[" }
    return PlaceInValue(
      field: String(path[dot...].dropFirst()),
      value: collection == before
        ? "the value that \(owner).\(before) stores" : "the values of \(owner).\(collection)",
      whole: "\(owner).\(collection)")
  }

  /// What to write in a structure.
  fileprivate func weakProperty(of place: PlaceInValue) -> Advice {
    let canBeWeak = "a struct's properties can be weak too"
    if route.last?.label.canBeWeak == true {
      return advice(.declareWeak, place.field, " in \(place.value): \(canBeWeak)")
    }
    return advice(
      .rewrite, place.field,
      "Try an optional weak var on \(place.field) in \(place.value): \(canBeWeak). Or take the value out of \(place.whole) when it is "
        + "no longer needed.")
  }

  /// What to change where it is the other of two objects that owns the one; nothing where that is known.
  var otherOfTwo: String {
    guard suspect.isOneOfTwo, drafts.count == 2 else { return "" }
    let other = drafts[1 - index]
    guard let property = other.step.property, property.declared != suspect.step.property?.declared
    else { return "" }
    let change =
      other.isElement
      ? "take the \(owner) out of \(property.declaredAsWhole)"
      : other.weakCandidate.map { "try an optional weak var, or unowned, on \($0)" }
    guard let change else { return "" }
    let condition = owner == target ? "Or" : "If the \(owner) owns the \(target),"
    return "\(condition) \(change) instead: \(CutMark.undecided) of the two owns the other."
  }
}

extension SuspectContext.Link {
  /// Whether the property is a value around the reference, in which that has no name, as in a mutex.
  fileprivate var isInNamelessPart: Bool {
    guard label.role == .property, !label.declaredType.isEmpty, !label.canBeWeak,
      !label.isExistential, !label.isUnconstrained, !label.isInPayload, target.kind == .instance
    else { return false }
    let declared = TypeName.droppingOptionals(of: label.declaredType)
    return !([target.name] + target.superclasses).contains { $0 == declared }
  }
}
