extension HeapGraph {
  /// The strongly connected components of the graph: each comes after those that it refers to.
  ///
  /// - Complexity: O(*n* log *n*) in the number of objects, and linear in the number of references; the
  ///   logarithm is for sorting the members.
  package func stronglyConnectedComponents() -> [Component] {
    var search = ComponentSearch(self)
    for object in objects.indices { search.search(from: object) }
    return search.components
  }

  /// The first of ``stronglyConnectedComponents()`` whose objects keep one another alive, if there is one.
  ///
  /// - Complexity: as those, and O(*n*) in the number of objects and references where there is none.
  package func firstCyclicComponent() -> Component? {
    if isAcyclic { return nil }
    var search = ComponentSearch(self)
    var looked = 0
    for object in objects.indices {
      search.search(from: object)
      if let found = search.components[looked...].first(where: \.containsCycle) { return found }
      looked = search.components.count
    }
    return nil
  }

  /// Whether no references lead from any object back to it.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  package var isAcyclic: Bool {
    var incoming = [UInt32](repeating: 0, count: objects.count)
    for reference in references { incoming[Int(reference.target)] += 1 }
    // What nothing refers to is on no cycle, nor what only that refers to.
    var free = objects.indices.filter { incoming[$0] == 0 }
    var count = 0
    while let object = free.popLast() {
      count += 1
      for reference in references(from: object) {
        let target = target(of: reference)
        incoming[target] -= 1
        if incoming[target] == 0 { free.append(target) }
      }
    }
    return count == objects.count
  }

  /// The strongly connected component of `object`: the objects that it reaches and that reach it.
  ///
  /// - Complexity: as ``stronglyConnectedComponents()``, over what `object` reaches.
  package func component(of object: ObjectID) -> Component {
    var search = ComponentSearch(self)
    search.search(from: object)
    return search.components[search.components.count - 1]
  }

  /// The number of references found in the whole graph that keep each member of `component` alive.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  package func incomingReferences(of component: Component) -> [ObjectID: IncomingReferences] {
    var position = [Int32](repeating: -1, count: objects.count)
    for (index, member) in component.members.enumerated() { position[member] = Int32(index) }
    var counts = [IncomingReferences](repeating: .init(), count: component.members.count)
    for reference in references {
      let index = Int(position[Int(reference.target)])
      guard index >= 0 else { continue }
      counts[index].count(reference.confidence)
    }
    return Dictionary(uniqueKeysWithValues: zip(component.members, counts))
  }

  /// The number of references found in the whole graph that keep each object alive.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  package func incomingReferences() -> [IncomingReferences] {
    var counts = [IncomingReferences](repeating: .init(), count: objects.count)
    for reference in references {
      counts[Int(reference.target)].count(reference.confidence)
    }
    return counts
  }

  /// The number of references that each object has from those that it keeps alive, and that keep it alive.
  ///
  /// - Parameter component: The strongly connected component of an object.
  /// - Complexity: O(*n*) in the number of objects and references.
  package func referencesWithinComponents(
    _ component: (ObjectID) -> Int
  ) -> [IncomingReferences] {
    var counts = [IncomingReferences](repeating: .init(), count: objects.count)
    for source in objects.indices {
      for id in self.references(from: source) {
        let target = target(of: id)
        guard component(source) == component(target) else { continue }
        counts[target].count(references[id].confidence)
      }
    }
    return counts
  }
}

extension HeapGraph {
  /// How many instances of each of the program's types are among `objects`, by the type's name.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  package func instanceCounts(among objects: [ObjectID]) -> [String: Int] {
    var counts: [UInt32: Int] = [:]
    for object in objects where visibility(of: object) == .program {
      counts[self.objects[object].type, default: 0] += 1
    }
    // Two images may have a type of one name each.
    return Dictionary(counts.map { (types[Int($0)].name, $1) }, uniquingKeysWith: +)
  }
}
