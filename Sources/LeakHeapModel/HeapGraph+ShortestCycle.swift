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

  /// A reference, and the object that holds it.
  private typealias Link = (reference: HeapGraph.ReferenceID, source: HeapGraph.ObjectID)

  /// Follows the smallest keys through all cheapest cycles at once, layer by layer.
  func smallestCycle() -> [HeapGraph.ReferenceID] {
    // By what the objects of each layer are entered; the layers follow one another, and begin there.
    var entered: [Link] = []
    var layers = [0]
    var frontier = [0]
    var chosen: [Link] = []
    var seen = [Bool](repeating: false, count: reached.count)
    while layers.count <= length {
      chooseSmallest(from: frontier, into: &chosen)
      frontier.removeAll(keepingCapacity: true)
      for link in chosen {
        guard let target = positions[graph.target(of: link.reference)], !seen[target] else {
          continue
        }
        seen[target] = true
        frontier.append(target)
        entered.append(link)
      }
      layers.append(entered.count)
    }
    return trace(back: entered, in: layers)
  }

  /// The references with the smallest key among those by which cheapest cycles leave `frontier`. A key is made where there are
  /// several to compare.
  private func chooseSmallest(from frontier: [Int], into chosen: inout [Link]) {
    var smallest: ReferenceKey?
    chosen.removeAll(keepingCapacity: true)
    for position in frontier {
      let source = positions.objects[position]
      for reference in graph.references(from: source)
      where cost(of: reference, from: position) == conservative[position] {
        if let first = chosen.first {
          let current = smallest ?? graph.key(of: first.reference)
          let key = graph.key(of: reference)
          smallest = min(current, key)
          if current < key { continue }
          if key != current { chosen.removeAll(keepingCapacity: true) }
        }
        chosen.append((reference, source))
      }
    }
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

  /// The cycle through the layers, which have one reference for each object that they enter.
  private func trace(back entered: [Link], in layers: [Int]) -> [HeapGraph.ReferenceID] {
    var cycle: [HeapGraph.ReferenceID] = []
    var target = start
    for layer in layers.indices.dropLast().reversed() {
      let links = entered[layers[layer]..<layers[layer + 1]]
      guard let link = links.first(where: { graph.target(of: $0.reference) == target }) else {
        break
      }
      cycle.append(link.reference)
      target = link.source
    }
    return cycle.reversed()
  }
}
