extension HeapGraph {
  /// The references along a shortest path from one of `sources` to `target`, in order; none where there is no
  /// path, or `target` is one of the sources.
  ///
  /// - Complexity: O(*n* + *r*) in the number of objects and references.
  package func shortestPath(from sources: [ObjectID], to target: ObjectID) -> [ReferenceID] {
    var entered = [ReferenceID?](repeating: nil, count: objects.count)
    var isKnown = [Bool](repeating: false, count: objects.count)
    for source in sources { isKnown[source] = true }
    if isKnown[target] { return [] }
    var queue = sources
    var next = 0
    while next < queue.count, !isKnown[target] {
      for reference in references(from: queue[next]) where !isKnown[self.target(of: reference)] {
        let object = self.target(of: reference)
        isKnown[object] = true
        entered[object] = reference
        queue.append(object)
      }
      next += 1
    }
    var path: [ReferenceID] = []
    var object = target
    while let reference = entered[object] {
      path.append(reference)
      object = source(of: reference)
    }
    return path.reversed()
  }
}
