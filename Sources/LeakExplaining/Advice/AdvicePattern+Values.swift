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
      advice: { scene in
        scene.advice(
          .rewrite, scene.property,
          "Let the error carry what describes the \(scene.target), not the object itself: it lives as long as "
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
      advice: { scene in
        scene.advice(
          .rewrite, scene.property,
          "A payload cannot be weak: keep the \(scene.target) in a weak var beside the enumeration, or in a "
            + "small struct that has one, or leave the case when it is no longer needed.")
      }),
    AdvicePattern(
      "reference-in-value", case: "owners/reference-in-struct",
      matches: { scene in
        !scene.isCapture
          && (scene.route.count > 1 || scene.route.contains { $0.label.displayPath.contains(".") })
      },
      advice: { scene in
        guard scene.route.count == 1, scene.route.first?.label.canBeWeak == true else {
          return takeOut(scene)
        }
        let path = scene.route.first?.label.path.split(separator: ".") ?? []
        return scene.advice(
          .declareWeak, path.last.map(String.init),
          " in the value that \(scene.owner).\(path.dropLast().joined(separator: ".")) stores: a struct's properties "
            + "can be weak too")
      }),
  ]

  /// What is advised where nothing more is known of the place that holds a reference.
  static let takeOut: @Sendable (SuspectScene) -> Advice = { scene in
    guard let path = scene.suspect.step.property?.path else { return scene.advice(.rewrite, nil) }
    let place = path.isEmpty ? scene.owner : "\(scene.owner).\(path.prefix { $0 != "[" })"
    return scene.advice(.takeOut, place)
  }
}
