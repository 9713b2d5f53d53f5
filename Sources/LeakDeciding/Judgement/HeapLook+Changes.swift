import LeakHeapModel
import LeakHeapReading

extension HeapLook {
  /// Which components may be held by nothing from outside, and counted as such because references of objects were missed that were
  /// being changed; empty where nothing was.
  ///
  /// Who changes an object has it: what only such an object leads to is held in any case. So its references matter to those alone
  /// that lead to it, with which it may form a cycle, and to what these lead to.
  ///
  /// - Complexity: O(*n*) in the number of components and references where something was changing, and O(1) elsewhere.
  static func undecided(
    by changes: HeapChanges, _ condensation: Condensation, _ balances: [Balance]
  ) -> [Bool] {
    if changes.isEmpty { return [] }
    if changes.areAnywhere { return [Bool](repeating: true, count: balances.count) }
    var leadsToChange = [Bool](repeating: false, count: balances.count)
    for object in changes.objects { leadsToChange[condensation.component(of: object)] = true }
    // What a component refers to comes before it.
    for component in balances.indices
    where condensation.successors(of: component).contains(where: { leadsToChange[$0] }) {
      leadsToChange[component] = true
    }
    let isSurelyHeld = condensation.reached(
      from: balances.indices.filter { balances[$0].outside > 0 && !leadsToChange[$0] })
    return isSurelyHeld.map(!)
  }

  /// Whether it is not known of a component that is held whether something outside holds it.
  func isUndecided(_ component: ComponentID) -> Bool {
    !areUndecided.isEmpty && areUndecided[component]
  }
}
