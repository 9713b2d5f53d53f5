extension HeapGraph {
  /// The graph of the references that are sure, or `nil` when they all are.
  ///
  /// Objects keep their indices; those that only conservative references lead to stay, unreached.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  package func withoutConservativeReferences() -> HeapGraph? {
    guard references.contains(where: { $0.confidence == .conservative }) else { return nil }
    var kept: [HeapReference] = []
    var first: [UInt32] = [0]
    var functions: [FunctionReference] = []
    for object in objects.indices {
      for reference in references(from: object)
      where references[reference].confidence != .conservative {
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
