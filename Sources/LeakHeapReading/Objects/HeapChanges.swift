import LeakHeapModel

/// What was not where it had been a moment before while the heap was read, because other threads were changing it.
package struct HeapChanges: Hashable, Sendable {
  /// The objects of which that is known: some of their references may have been missed.
  package private(set) var objects: [HeapGraph.ObjectID]

  /// Whether it is so of others as well, of which nothing is known.
  package private(set) var areAnywhere: Bool

  package init(of objects: [HeapGraph.ObjectID] = [], areAnywhere: Bool = false) {
    self.objects = objects
    self.areAnywhere = areAnywhere
  }

  package var isEmpty: Bool { objects.isEmpty && !areAnywhere }

  /// Notes the change of an object; `nil` stands for one that is not known.
  mutating func note(_ object: HeapGraph.ObjectID?) {
    if let object { objects.append(object) } else { areAnywhere = true }
  }
}
