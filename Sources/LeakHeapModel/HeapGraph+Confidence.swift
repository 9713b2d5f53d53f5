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

  /// The objects that references which are sure lead to from object 0, breadth first, with object 0.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  package var surelyReachedObjects: [ObjectID] {
    guard !objects.isEmpty else { return [] }
    var reached = [0]
    var isReached = [Bool](repeating: false, count: objects.count)
    isReached[0] = true
    var next = 0
    while next < reached.count {
      for reference in references(from: reached[next])
      where references[reference].confidence != .conservative && !isReached[target(of: reference)] {
        isReached[target(of: reference)] = true
        reached.append(target(of: reference))
      }
      next += 1
    }
    return reached
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
