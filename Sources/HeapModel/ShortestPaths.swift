/// Shortest paths from some objects of a graph to all that they lead to.
package struct ShortestPaths: Sendable {
  private let graph: HeapGraph
  /// The reference by which each object is reached first.
  private var entered: [HeapGraph.ReferenceID?]

  /// - Complexity: O(*n* + *r*) in the number of objects and references.
  package init(from sources: [HeapGraph.ObjectID], in graph: HeapGraph) {
    self.graph = graph
    entered = Array(repeating: nil, count: graph.objects.count)
    var isKnown = [Bool](repeating: false, count: graph.objects.count)
    for source in sources { isKnown[source] = true }
    var queue = sources
    var next = 0
    while next < queue.count {
      for reference in graph.references(from: queue[next]) {
        let object = graph.target(of: reference)
        if isKnown[object] { continue }
        isKnown[object] = true
        entered[object] = reference
        queue.append(object)
      }
      next += 1
    }
  }

  /// The references along a shortest path from one of the sources to `target`, in order; none where there is no path, or `target` is
  /// one of the sources.
  ///
  /// - Complexity: O(*n*) in the length of the path.
  package func path(to target: HeapGraph.ObjectID) -> [HeapGraph.ReferenceID] {
    var path: [HeapGraph.ReferenceID] = []
    var object = target
    while let reference = entered[object] {
      path.append(reference)
      object = graph.source(of: reference)
    }
    return path.reversed()
  }
}
