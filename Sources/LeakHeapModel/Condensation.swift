/// A ``HeapGraph`` with each strongly connected component as one node, so that nothing is circular any more.
package struct Condensation: Sendable {
  /// The number of a component, its index in ``components``.
  package typealias ComponentID = Int

  /// The components: each comes after those that it refers to.
  package let components: [Component]

  /// The component of each object.
  private let numbers: [UInt32]

  /// The components to which references lead from others, by the one that holds them; duplicates are kept.
  private let targets: [UInt32]

  /// Where those of each component begin in ``targets``; one more entry than there are components.
  private let firstTarget: [Int]

  /// - Complexity: as ``HeapGraph/stronglyConnectedComponents()``.
  package init(_ graph: HeapGraph) {
    components = graph.stronglyConnectedComponents()
    var numbers = [UInt32](repeating: 0, count: graph.objects.count)
    for (number, component) in components.enumerated() {
      for member in component.members { numbers[member] = UInt32(number) }
    }
    var targets: [UInt32] = []
    var firstTarget = [0]
    firstTarget.reserveCapacity(components.count + 1)
    for (number, component) in components.enumerated() {
      for member in component.members {
        for reference in graph.references(from: member) {
          let target = numbers[graph.target(of: reference)]
          if target != UInt32(number) { targets.append(target) }
        }
      }
      firstTarget.append(targets.count)
    }
    self.targets = targets
    self.firstTarget = firstTarget
    self.numbers = numbers
  }

  /// The component that `object` belongs to.
  ///
  /// - Complexity: O(1).
  package func component(of object: HeapGraph.ObjectID) -> ComponentID { Int(numbers[object]) }

  /// The components that `component` refers to, once for each reference.
  package func successors(of component: ComponentID) -> some Sequence<ComponentID> {
    targets(from: component).lazy.map { ComponentID($0) }
  }

  private func targets(from component: ComponentID) -> ArraySlice<UInt32> {
    targets[firstTarget[component]..<firstTarget[component + 1]]
  }

  /// Whether each component is reached from one of `heads`, which reach themselves.
  ///
  /// - Complexity: O(*n*) in the number of components and references.
  package func reached(from heads: some Sequence<ComponentID>) -> [Bool] {
    var isReached = [Bool](repeating: false, count: components.count)
    for head in heads { isReached[head] = true }
    // What a component refers to comes before it.
    for component in components.indices.reversed() where isReached[component] {
      for successor in successors(of: component) { isReached[successor] = true }
    }
    return isReached
  }
}
