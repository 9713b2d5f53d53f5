import LeakHeapModel

extension HeapLook {
  /// The components that are kept by `transientRoots` alone, and by no cycle: they go when those let go. What leads back to a transient
  /// root is one with it.
  func isOnlyRetained(by transientRoots: Set<ComponentID>) -> [Bool] {
    let states = states(releasing: transientRoots)
    let isReached = condensation.reached(from: transientRoots)
    let isInCycle = condensation.reached(
      from: condensation.components.indices.filter {
        condensation.components[$0].containsCycle && !transientRoots.contains($0)
      })
    return states.indices.map { component in
      if transientRoots.contains(component) { return true }
      guard isReached[component], !isInCycle[component], case .garbage = states[component] else {
        return false
      }
      return true
    }
  }
}
