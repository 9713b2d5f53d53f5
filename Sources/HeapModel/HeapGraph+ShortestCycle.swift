extension HeapGraph {
  /// The shortest cycle of references that leads from `object` back to it, or `nil` when there is none.
  ///
  /// Among cycles of the same length it is one with the fewest conservative references, and among those the
  /// one whose sequence of ``ReferenceKey`` is the smallest. So the same heap gives the same answer
  /// whatever order its objects and references were found in.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  package func shortestCycle(through object: ObjectID) -> ReferenceCycle? {
    var search = ShortestCycleSearch(graph: self, start: object)
    guard search.measureLength() else { return nil }
    search.countConservativeReferences()
    return ReferenceCycle(references: search.smallestCycle())
  }
}

/// The search for the shortest cycle through one object, in three passes over its surroundings.
private struct ShortestCycleSearch {
  private static let none = UInt32.max

  let graph: HeapGraph
  let start: HeapGraph.ObjectID

  /// The objects that were reached, nearest first.
  private var reached: [HeapGraph.ObjectID]

  /// The number of references from the start to each object.
  private var distance: [UInt32]

  /// The least number of conservative references from each object to the end of a shortest cycle.
  private var conservative: [UInt32]

  private var length: UInt32 = 0

  init(graph: HeapGraph, start: HeapGraph.ObjectID) {
    self.graph = graph
    self.start = start
    reached = [start]
    distance = Array(repeating: Self.none, count: graph.objects.count)
    conservative = distance
    distance[start] = 0
  }

  /// Searches breadth first until a reference leads back to the start; false when none does.
  mutating func measureLength() -> Bool {
    var next = 0
    while next < reached.count {
      let object = reached[next]
      next += 1
      for reference in graph.references(from: object) {
        let target = graph.target(of: reference)
        if target == start {
          length = distance[object] + 1
          return true
        }
        guard distance[target] == Self.none else { continue }
        distance[target] = distance[object] + 1
        reached.append(target)
      }
    }
    return false
  }

  /// Counts, from the farthest object back to the start, what the rest of a shortest cycle costs.
  mutating func countConservativeReferences() {
    for object in reached.reversed() where distance[object] < length {
      for reference in graph.references(from: object) {
        conservative[object] = min(conservative[object], cost(of: reference, from: object))
      }
    }
  }

  /// Follows the smallest keys through all cheapest cycles at once, layer by layer.
  func smallestCycle() -> [HeapGraph.ReferenceID] {
    var layers: [[HeapGraph.ReferenceID]] = []
    var frontier = [start]
    var seen = [Bool](repeating: false, count: graph.objects.count)
    while layers.count < length {
      let layer = smallestReferences(from: frontier)
      frontier = []
      var entered: [HeapGraph.ReferenceID] = []
      for reference in layer where !seen[graph.target(of: reference)] {
        let target = graph.target(of: reference)
        seen[target] = true
        frontier.append(target)
        entered.append(reference)
      }
      layers.append(entered)
    }
    return trace(back: layers)
  }

  /// The references with the smallest key among those by which cheapest cycles leave `frontier`.
  private func smallestReferences(from frontier: [HeapGraph.ObjectID]) -> [HeapGraph.ReferenceID] {
    var smallest: ReferenceKey?
    var chosen: [HeapGraph.ReferenceID] = []
    for object in frontier {
      for reference in graph.references(from: object)
      where cost(of: reference, from: object) == conservative[object] {
        let key = graph.key(of: reference)
        if let current = smallest, current < key { continue }
        if key != smallest {
          smallest = key
          chosen = []
        }
        chosen.append(reference)
      }
    }
    return chosen
  }

  /// The least number of conservative references from `reference` on to the end of a shortest cycle, or
  /// `none` when it is not part of one.
  private func cost(
    of reference: HeapGraph.ReferenceID, from object: HeapGraph.ObjectID
  ) -> UInt32 {
    let target = graph.target(of: reference)
    let own: UInt32 = graph.references[reference].confidence == .conservative ? 1 : 0
    if target == start { return distance[object] + 1 == length ? own : Self.none }
    guard distance[target] == distance[object] + 1, conservative[target] != Self.none else {
      return Self.none
    }
    return own + conservative[target]
  }

  /// The cycle through `layers`, each of which has one reference for each object that it enters.
  private func trace(back layers: [[HeapGraph.ReferenceID]]) -> [HeapGraph.ReferenceID] {
    var cycle: [HeapGraph.ReferenceID] = []
    var target = start
    for layer in layers.reversed() {
      guard let reference = layer.first(where: { graph.target(of: $0) == target }) else { break }
      cycle.append(reference)
      target = graph.source(of: reference)
    }
    return cycle.reversed()
  }
}
