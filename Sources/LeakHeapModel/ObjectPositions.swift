/// Some of a graph's objects in an order, and the position of each there.
///
/// Most searches meet a few objects of a large graph, and some nearly all: few are compared, more are hashed, and of many there is a
/// table for all objects of the graph.
package struct ObjectPositions: Sendable {
  private static let mostCompared = 8
  private static let none = UInt32.max

  /// The objects in their order.
  package private(set) var objects: [HeapGraph.ObjectID] = []

  private let graphSize: Int
  private var hashed: [HeapGraph.ObjectID: UInt32] = [:]
  private var table: [UInt32] = []

  /// No objects, of a graph of so many.
  package init(graphSize: Int) {
    self.graphSize = graphSize
  }

  /// Those objects in their order, each once.
  ///
  /// - Complexity: O(*n*) in the number of `objects`.
  package init(of objects: [HeapGraph.ObjectID], in graph: HeapGraph) {
    self.init(graphSize: graph.objects.count)
    if isTableWorthwhile(for: objects.count) {
      self.objects = objects
      makeTable()
    } else {
      self.objects.reserveCapacity(objects.count)
      for object in objects { append(object) }
    }
  }

  package var count: Int { objects.count }

  /// The position of `object`, or `nil` where it is none of them.
  ///
  /// - Complexity: O(1).
  package subscript(object: HeapGraph.ObjectID) -> Int? {
    if !table.isEmpty {
      let position = table[object]
      return position == Self.none ? nil : Int(position)
    }
    if objects.count <= Self.mostCompared { return objects.firstIndex(of: object) }
    return hashed[object].map(Int.init)
  }

  /// Adds `object` as the last, which is none of them yet.
  ///
  /// - Complexity: O(1) on average.
  package mutating func append(_ object: HeapGraph.ObjectID) {
    objects.append(object)
    if !table.isEmpty {
      table[object] = UInt32(objects.count - 1)
    } else if isTableWorthwhile(for: objects.count) {
      makeTable()
    } else if objects.count > Self.mostCompared {
      if hashed.isEmpty { noteAll() }
      hashed[object] = UInt32(objects.count - 1)
    }
  }

  private func isTableWorthwhile(for count: Int) -> Bool {
    count > Self.mostCompared && count > graphSize / 8
  }

  private mutating func makeTable() {
    table = [UInt32](repeating: Self.none, count: graphSize)
    for (position, object) in objects.enumerated() { table[object] = UInt32(position) }
    hashed = [:]
  }

  private mutating func noteAll() {
    for (position, object) in objects.enumerated() { hashed[object] = UInt32(position) }
  }
}
