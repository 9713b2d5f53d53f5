import LeakHeapModel

extension HeapLook {
  /// The components that are kept by `lenders` alone, and by no cycle: they go when those let go. What leads back to a lender is
  /// one with it.
  func isOnlyLent(by lenders: Set<ComponentID>) -> [Bool] {
    let states = states(lending: lenders)
    let isLent = condensation.reached(from: lenders)
    let isInCycle = condensation.reached(
      from: condensation.components.indices.filter {
        condensation.components[$0].containsCycle && !lenders.contains($0)
      })
    return states.indices.map { component in
      if lenders.contains(component) { return true }
      guard isLent[component], !isInCycle[component], case .garbage = states[component] else {
        return false
      }
      return true
    }
  }
}
