extension HeapGraph {
  /// The graph of the references that are sure, or `nil` when they all are.
  ///
  /// Objects keep their indices; those that only conservative references lead to stay, unreached.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  package func withoutConservativeReferences() -> HeapGraph? {
    guard references.contains(where: { $0.confidence == .conservative }) else { return nil }
    return filteringReferences { references[$0].confidence != .conservative }
  }

  /// The graph of the same objects, at the same indices, with those references that `isIncluded` accepts.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  package func filteringReferences(_ isIncluded: (ReferenceID) -> Bool) -> HeapGraph {
    var kept: [HeapReference] = []
    var first: [UInt32] = [0]
    var functions: [FunctionReference] = []
    for object in objects.indices {
      for reference in references(from: object) where isIncluded(reference) {
        if let function = function(of: reference) {
          functions.append(FunctionReference(reference: UInt32(kept.count), function: function))
        }
        kept.append(references[reference])
      }
      first.append(UInt32(kept.count))
    }
    return HeapGraph(
      objects: objects, references: kept, firstReference: first, types: types, labels: labels,
      functionReferences: functions)
  }
}
