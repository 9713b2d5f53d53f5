extension Condensation {
  /// Some of the components and all that they reach: nothing leads out of it.
  package struct Part: Sendable {
    /// The components, each after those that it refers to.
    package let components: [ComponentID]

    private let condensation: Condensation
    /// The index of each component and 1; 0 for what is not in the part.
    private let numbers: [UInt32]

    /// - Complexity: O(*n* log *n*) in the number of components and references that are reached, and as much memory as the condensation
    ///   has components.
    package init(_ condensation: Condensation, reachedFrom heads: some Sequence<ComponentID>) {
      self.condensation = condensation
      var numbers = [UInt32](repeating: 0, count: condensation.components.count)
      var reached: [ComponentID] = []
      for head in heads where numbers[head] == 0 {
        numbers[head] = 1
        reached.append(head)
      }
      var next = 0
      while next < reached.count {
        for successor in condensation.successors(of: reached[next]) where numbers[successor] == 0 {
          numbers[successor] = 1
          reached.append(successor)
        }
        next += 1
      }
      // Of most of them it takes longer to sort.
      let components =
        reached.count > numbers.count / 8
        ? numbers.indices.filter { numbers[$0] != 0 } : reached.sorted()
      for (index, component) in components.enumerated() { numbers[component] = UInt32(index + 1) }
      self.components = components
      self.numbers = numbers
    }

    /// Whether it is all of the condensation.
    package var isWhole: Bool { components.count == numbers.count }

    /// The index of a component in the part, if it is in there.
    package func index(of component: ComponentID) -> Int? {
      let number = numbers[component]
      return number == 0 ? nil : Int(number) - 1
    }

    /// The indices of the components that the one at `index` refers to, once for each reference.
    package func successors(of index: Int) -> some Sequence<Int> {
      condensation.successors(of: components[index]).lazy.map { [numbers] in Int(numbers[$0]) - 1 }
    }

    /// Whether each component is reached from one of `heads`, by their indices; these reach themselves.
    ///
    /// - Complexity: O(*n*) in the number of components and references.
    package func reached(from heads: some Sequence<Int>) -> [Bool] {
      var isReached = [Bool](repeating: false, count: components.count)
      for head in heads { isReached[head] = true }
      // What a component refers to comes before it.
      for index in components.indices.reversed() where isReached[index] {
        for successor in successors(of: index) { isReached[successor] = true }
      }
      return isReached
    }

    /// For each component the one of `heads` without which nothing would keep it alive, by their indices; a head is its own. `nil` for
    /// what no head reaches, and for what several keep alive.
    ///
    /// - Parameter entries: What something keeps alive that is in no part of this.
    /// - Complexity: O((*n* + *r*) log *n*) in the number of components and references.
    package func owners(among heads: Set<Int>, enteredAt entries: [Int] = []) -> [Int?] {
      // Object 0 stands for whatever keeps the heads alive; the component at index i is object i + 1.
      var references = heads.union(entries).sorted().map {
        HeapReference(target: UInt32($0 + 1), label: 0)
      }
      var first: [UInt32] = [0, UInt32(references.count)]
      for index in components.indices {
        references += successors(of: index).map { HeapReference(target: UInt32($0 + 1), label: 0) }
        first.append(UInt32(references.count))
      }
      let tree = HeapGraph(
        objects: Array(repeating: HeapObject(type: 0), count: components.count + 1),
        references: references, firstReference: first,
        types: [HeapObjectType(kind: .unread, name: "")],
        labels: [ReferenceLabel(role: .content)]
      ).dominatorTree()
      var owners = [Int?](repeating: nil, count: components.count)
      for index in components.indices.reversed() {
        if heads.contains(index) {
          owners[index] = index
        } else if let dominator = tree.immediateDominator(of: index + 1), dominator > 0 {
          owners[index] = owners[dominator - 1]
        }
      }
      return owners
    }
  }
}
