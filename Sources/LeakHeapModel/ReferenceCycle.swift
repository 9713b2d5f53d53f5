/// A cycle of strong references: each leads to the object that holds the next, the last one to the object
/// that holds the first.
package struct ReferenceCycle: Sendable, Hashable {
  /// The references, by their index in ``HeapGraph/references``.
  package let references: [HeapGraph.ReferenceID]

  /// Creates a cycle.
  ///
  /// - Precondition: `references` is not empty.
  package init(references: [HeapGraph.ReferenceID]) {
    precondition(!references.isEmpty, "a cycle has at least one reference")
    self.references = references
  }

  /// The object that holds each of the references.
  ///
  /// - Complexity: O(*n*) in the length of the cycle.
  package func objects(in graph: HeapGraph) -> [HeapGraph.ObjectID] {
    graph.sources(ofCycle: references)
  }

  /// The cycle, begun at the reference with this position in ``references``.
  package func rotated(by position: Int) -> ReferenceCycle {
    ReferenceCycle(references: Array(references[position...] + references[..<position]))
  }

  /// The cycle, begun after `reference` so that it comes last; the cycle itself when it has no such
  /// reference.
  package func rotated(toEndWith reference: HeapGraph.ReferenceID) -> ReferenceCycle {
    guard let position = references.firstIndex(of: reference) else { return self }
    return rotated(by: (position + 1) % references.count)
  }

  /// The cycle, begun so that its sequence of keys is the smallest: the same for every reference of the
  /// cycle that it was found from.
  ///
  /// - Complexity: O(*n*) comparisons of keys.
  package func canonicalRotation(in graph: HeapGraph) -> ReferenceCycle {
    rotated(by: Self.leastRotation(of: references.map(graph.key(of:))))
  }

  /// The position at which the lexicographically smallest rotation of `keys` begins, the first such.
  ///
  /// Two candidates are compared from their beginnings; where they first differ, every start within the
  /// greater one's common prefix is beaten too.
  ///
  /// - Complexity: O(*n*) comparisons.
  package static func leastRotation<Key: Comparable>(of keys: [Key]) -> Int {
    var left = 0
    var right = 1
    var common = 0
    while left < keys.count, right < keys.count, common < keys.count {
      let leftKey = keys[(left + common) % keys.count]
      let rightKey = keys[(right + common) % keys.count]
      if leftKey == rightKey {
        common += 1
        continue
      }
      if leftKey < rightKey { right += common + 1 } else { left += common + 1 }
      if left == right { right += 1 }
      common = 0
    }
    return min(left, right)
  }
}
