extension Holder {
  /// What tells the place from others in every run and every build: no lines, times or threads.
  var identity: [String] {
    guard case .place(let place, let path) = self else { return [] }
    let function = path.steps.lazy.compactMap(\.capture?.function).first
    return [place.kind.rawValue, place.name ?? function ?? "", place.variable ?? ""]
      // A timer that is done is another defect than one that fires.
      + (place.isDoneTimer ? ["done"] : [])
  }
}

extension Holder {
  /// The same without the positions of elements in collections, and without what keeps the object afterwards.
  var withoutPositions: Holder {
    guard case .place(let place, var path) = self else { return self }
    path.references = []
    path.cycleAfterwards = nil
    path.steps = path.steps.map(\.withoutPositions)
    return .place(place, path: path)
  }
}
