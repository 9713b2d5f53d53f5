import LeakBase
import LeakHeapModel

/// Which components of a look are kept from outside, as the groups of several checks ask for it: each knows a part of the look.
final class Anchoring: Sendable {
  private struct Known {
    /// Whether something that is kept from outside reaches each component.
    var isReached: [Bool]
    /// How many references lead to each component from such ones.
    var incoming: [UInt32]

    init(_ look: HeapLook) {
      let condensation = look.condensation
      isReached = condensation.reached(
        from: look.balances.indices.filter { look.balances[$0].outside > 0 })
      incoming = [UInt32](repeating: 0, count: look.balances.count)
      for component in look.balances.indices where isReached[component] {
        for successor in condensation.successors(of: component) { incoming[successor] += 1 }
      }
    }
  }

  private let known = VisibleMutex<Known?>(nil)

  /// The components of `part`, by their indices, to which references lead from what is kept from outside and is not in the part.
  ///
  /// - Complexity: O(*n*) in the number of components and references of the part, and of the whole look at the first call.
  func entries(of part: Condensation.Part, in look: HeapLook) -> [Int] {
    if part.isWhole { return [] }
    return known.withLock { known in
      let anchoring = known ?? Known(look)
      known = anchoring
      var own = [UInt32](repeating: 0, count: part.components.count)
      for (index, component) in part.components.enumerated() where anchoring.isReached[component] {
        for successor in part.successors(of: index) { own[successor] += 1 }
      }
      return own.indices.filter { own[$0] < anchoring.incoming[part.components[$0]] }
    }
  }
}
