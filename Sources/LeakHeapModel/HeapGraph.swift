/// The objects of a part of the heap and the strong references between them, as a value.
///
/// The graph is stored by source (compressed sparse rows): the references that leave object `o` are
/// `references[references(from: o)]`. Objects and references are named by their dense indices.
package struct HeapGraph: Sendable {
  /// The index of an object in ``objects``.
  package typealias ObjectID = Int

  /// The index of a reference in ``references``.
  package typealias ReferenceID = Int

  /// Every object that was reached, each once.
  package private(set) var objects: [HeapObject]

  /// Every strong reference that was found, grouped by the object that holds it.
  package private(set) var references: [HeapReference]

  /// Where each object's references begin in ``references``; one more entry than there are objects.
  private var firstReference: [UInt32]

  /// The types that objects name by ``HeapObject/type``.
  package private(set) var types: [HeapObjectType]

  /// The labels that references name by ``HeapReference/label``.
  package private(set) var labels: [ReferenceLabel]

  /// The references that are the context of a function value, in ascending order of their index.
  package private(set) var functionReferences: [FunctionReference]

  /// Creates a graph from its columns.
  ///
  /// - Precondition: `firstReference` has one entry more than `objects`, ascends, starts at 0 and ends at
  ///   `references.count`; `functionReferences` ascends.
  package init(
    objects: [HeapObject], references: [HeapReference], firstReference: [UInt32],
    types: [HeapObjectType], labels: [ReferenceLabel], functionReferences: [FunctionReference] = []
  ) {
    precondition(firstReference.count == objects.count + 1)
    precondition(Int(firstReference[objects.count]) == references.count)
    self.objects = objects
    self.references = references
    self.firstReference = firstReference
    self.types = types
    self.labels = labels
    self.functionReferences = functionReferences
  }

  /// The references that leave `object`, as indices into ``references``.
  ///
  /// - Complexity: O(1).
  package func references(from object: ObjectID) -> Range<ReferenceID> {
    Int(firstReference[object])..<Int(firstReference[object + 1])
  }

  /// How many references leave `objects`.
  ///
  /// - Complexity: O(*n*) in the number of `objects`.
  package func referenceCount(from objects: [ObjectID]) -> Int {
    objects.reduce(0) { $0 + references(from: $1).count }
  }

  /// The object that holds `reference`.
  ///
  /// - Complexity: O(log *n*) in the number of objects.
  package func source(of reference: ReferenceID) -> ObjectID {
    var low = 0
    var high = objects.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(firstReference[middle]) <= reference { low = middle } else { high = middle }
    }
    return low
  }

  /// The object that holds each of `references`, which are a cycle: the one that the reference before leads to.
  ///
  /// - Complexity: O(*n*) in the number of the references.
  package func sources(ofCycle references: [ReferenceID]) -> [ObjectID] {
    guard let last = references.last else { return [] }
    return [target(of: last)] + references.dropLast().map(target)
  }

  /// The object that `reference` keeps alive.
  package func target(of reference: ReferenceID) -> ObjectID { Int(references[reference].target) }

  /// The type of `object`.
  package func type(of object: ObjectID) -> HeapObjectType { types[Int(objects[object].type)] }

  /// The kind of the type of `object`, which is asked of every one.
  package func kind(of object: ObjectID) -> HeapObjectType.Kind {
    types[Int(objects[object].type)].kind
  }

  /// How much of `object` a report shows.
  package func visibility(of object: ObjectID) -> HeapObjectType.Visibility {
    types[Int(objects[object].type)].visibility
  }

  /// The label of `reference`.
  package func label(of reference: ReferenceID) -> ReferenceLabel {
    labels[Int(references[reference].label)]
  }

  /// The function whose context `reference` is, or `nil` for a reference of any other kind.
  ///
  /// - Complexity: O(log *n*) in the number of function references.
  package func function(of reference: ReferenceID) -> FunctionID? {
    var low = 0
    var high = functionReferences.count
    while low < high {
      let middle = (low + high) / 2
      let candidate = Int(functionReferences[middle].reference)
      if candidate == reference { return functionReferences[middle].function }
      if candidate < reference { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
