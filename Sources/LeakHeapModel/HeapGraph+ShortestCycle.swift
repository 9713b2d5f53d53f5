extension HeapGraph {
  /// The shortest cycle of references that leads from `object` back to it, or `nil` when there is none.
  ///
  /// Among cycles of the same length it is one with the fewest conservative references, and among those the
  /// one whose sequence of ``ReferenceKey`` is the smallest. So the same heap gives the same answer
  /// whatever order its objects and references were found in.
  ///
  /// - Complexity: O(*n*) in the number of objects and references that are no farther away than the cycle is long.
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

  /// The objects that were reached, nearest first: most cycles are small in a large graph.
  private var positions: ObjectPositions
  private var reached: [HeapGraph.ObjectID] { positions.objects }

  /// The number of references from the start to each of them.
  private var distance: [UInt32] = [0]

  /// The least number of conservative references from each of them to the end of a shortest cycle.
  private var conservative: [UInt32] = []

  private var length: UInt32 = 0

  init(graph: HeapGraph, start: HeapGraph.ObjectID) {
    self.graph = graph
    self.start = start
    positions = ObjectPositions(graphSize: graph.objects.count)
    positions.append(start)
  }

  /// Searches breadth first until a reference leads back to the start; false when none does.
  mutating func measureLength() -> Bool {
    var next = 0
    while next < positions.count {
      for reference in graph.references(from: positions.objects[next]) {
        let target = graph.target(of: reference)
        if target == start {
          length = distance[next] + 1
          return true
        }
        guard positions[target] == nil else { continue }
        positions.append(target)
        distance.append(distance[next] + 1)
      }
      next += 1
    }
    return false
  }

  /// Counts, from the farthest object back to the start, what the rest of a shortest cycle costs.
  mutating func countConservativeReferences() {
    conservative = Array(repeating: Self.none, count: reached.count)
    for position in reached.indices.reversed() where distance[position] < length {
      for reference in graph.references(from: reached[position]) {
        conservative[position] = min(conservative[position], cost(of: reference, from: position))
      }
    }
  }

  /// Follows the smallest keys through all cheapest cycles at once, layer by layer.
  func smallestCycle() -> [HeapGraph.ReferenceID] {
    var layers: [[HeapGraph.ReferenceID]] = []
    var frontier = [0]
    var seen = [Bool](repeating: false, count: reached.count)
    while layers.count < length {
      let layer = smallestReferences(from: frontier)
      frontier = []
      var entered: [HeapGraph.ReferenceID] = []
      for reference in layer {
        guard let target = positions[graph.target(of: reference)], !seen[target] else { continue }
        seen[target] = true
        frontier.append(target)
        entered.append(reference)
      }
      layers.append(entered)
    }
    return trace(back: layers)
  }

  /// The references with the smallest key among those by which cheapest cycles leave `frontier`.
  private func smallestReferences(from frontier: [Int]) -> [HeapGraph.ReferenceID] {
    var smallest: ReferenceKey?
    var chosen: [HeapGraph.ReferenceID] = []
    for position in frontier {
      for reference in graph.references(from: reached[position])
      where cost(of: reference, from: position) == conservative[position] {
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
  private func cost(of reference: HeapGraph.ReferenceID, from position: Int) -> UInt32 {
    let own: UInt32 = graph.references[reference].confidence == .conservative ? 1 : 0
    guard let target = positions[graph.target(of: reference)] else { return Self.none }
    if target == 0 { return distance[position] + 1 == length ? own : Self.none }
    guard distance[target] == distance[position] + 1, conservative[target] != Self.none else {
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
