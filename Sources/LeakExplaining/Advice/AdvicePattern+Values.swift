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
      advice: { context in
        guard context.route.count == 1, context.route.first?.label.canBeWeak == true else {
          return takeOut(context)
        }
        let path = context.route.first?.label.path.split(separator: ".") ?? []
        return context.advice(
          .declareWeak, path.last.map(String.init),
          " in the value that \(context.owner).\(path.dropLast().joined(separator: ".")) stores: a struct's properties "
            + "can be weak too")
      }),
  ]

  /// What is advised where nothing more is known of the place that holds a reference.
  static let takeOut: @Sendable (SuspectContext) -> Advice = { context in
    guard let path = context.suspect.step.property?.path else {
      return context.advice(.rewrite, nil)
    }
    let owner = path.isEmpty && context.drafts.count == 1 ? "itself" : context.owner
    let place = path.isEmpty ? owner : "\(owner).\(path.prefix { $0 != "[" })"
    return context.advice(.takeOut, place)
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
