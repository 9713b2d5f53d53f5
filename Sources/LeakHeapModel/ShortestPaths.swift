/// Shortest paths from some objects of a graph to all that they lead to.
package struct ShortestPaths: Sendable {
  private let graph: HeapGraph
  /// The reference by which each object is reached first.
  private var entered: [HeapGraph.ReferenceID?]
  /// Which of the sources leads to each object, and by how many references.
  private var origins: [UInt32]
  private var lengths: [UInt32]

  /// - Complexity: O(*n* + *r*) in the number of objects and references.
  package init(from sources: [HeapGraph.ObjectID], in graph: HeapGraph) {
    self.graph = graph
    entered = Array(repeating: nil, count: graph.objects.count)
    origins = Array(repeating: 0, count: graph.objects.count)
    lengths = origins
    var isKnown = [Bool](repeating: false, count: graph.objects.count)
    for source in sources {
      isKnown[source] = true
      origins[source] = UInt32(source)
    }
    var queue = sources
    var next = 0
    while next < queue.count {
      for reference in graph.references(from: queue[next]) {
        let object = graph.target(of: reference)
        if isKnown[object] { continue }
        isKnown[object] = true
        entered[object] = reference
        origins[object] = origins[queue[next]]
        lengths[object] = lengths[queue[next]] + 1
        queue.append(object)
      }
      next += 1
    }
  }

  /// The source that a shortest path to `target` comes from; `nil` where there is no path, or `target` is a source itself.
  package func origin(of target: HeapGraph.ObjectID) -> HeapGraph.ObjectID? {
    entered[target] == nil ? nil : Int(origins[target])
  }

  /// The number of references along the path to `target`.
  package func length(to target: HeapGraph.ObjectID) -> Int { Int(lengths[target]) }

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
