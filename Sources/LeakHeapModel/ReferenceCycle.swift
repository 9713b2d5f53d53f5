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
}
