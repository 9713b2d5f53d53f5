import LeakHeapModel

/// What the counts say when a check has let go of an error that it has caught, and that nothing else has.
struct LookWithoutError: Sendable {
  private let look: HeapLook
  private let states: [HeapLook.State]
  private let goes: [Bool]
  /// What objects lead to that were being changed: a reference that was read may be gone, and with it the reason for a retain.
  private let isReachedFromChange: [Bool]

  /// `nil` where something else has the error as well, or may have it.
  init?(_ look: HeapLook, error: HeapGraph.ObjectID) {
    let component = look.condensation.component(of: error)
    let balance = look.balances[component]
    let changes = look.evidence.changes
    guard !changes.areAnywhere, balance.outside == 1, balance.guessed == 0 else { return nil }
    isReachedFromChange = look.condensation.reached(
      from: changes.objects.map(look.condensation.component(of:)))
    if isReachedFromChange[component] { return nil }
    self.look = look
    states = look.states(releasing: [component])
    goes = look.isOnlyRetained(by: [component], withCycles: false)
  }

  /// Whether the object goes with the error: no cycle keeps it, and nothing else does.
  func goesWithError(_ object: HeapGraph.ObjectID) -> Bool {
    let component = look.condensation.component(of: object)
    return goes[component] && !isReachedFromChange[component]
  }

  /// What the counts say of the object then. It is not final: nobody has looked for who has the address of what the error leads to.
  func judgement(of object: HeapGraph.ObjectID) -> Judgement {
    let component = look.condensation.component(of: object)
    guard look.isHeld(object), !isReachedFromChange[component],
      case .garbage = states[component]
    else {
      return look.judgement(of: object)
    }
    return look.judgement(of: component, in: .garbage(isFinal: false))
  }
}

extension HeapLook {
  /// The components that are kept by `transientRoots` alone, and by no cycle: they go when those let go. What leads back to a transient
  /// root is one with it.
  ///
  /// - Parameter withCycles: Whether a cycle that a transient root is on itself does not count.
  func isOnlyRetained(
    by transientRoots: Set<ComponentID>, withCycles: Bool = true
  ) -> [Bool] {
    let states = states(releasing: transientRoots)
    let isReached = condensation.reached(from: transientRoots)
    let isInCycle = condensation.reached(
      from: condensation.components.indices.filter {
        condensation.components[$0].containsCycle
          && !(withCycles && transientRoots.contains($0))
      })
    return states.indices.map { component in
      if withCycles, transientRoots.contains(component) { return true }
      guard isReached[component], !isInCycle[component], case .garbage = states[component] else {
        return false
      }
      return true
    }
  }
}
