import LeakBase
import Testing

/// Test functions whose full name is the same, with parameters of different types: a known leak that one of them shows is not gone when
/// another one ends without it.
enum TestsOfOneName {
  private struct State {
    var all: Set<Test.ID> = []
    var ended: Set<Test.ID> = []
    var areComplete = true
  }

  private static let states = VisibleMutex<[String: State]>([:])

  /// Notes a test that is to run.
  static func note(_ test: Test) {
    if test.isSuite { return }
    states.withLock { _ = $0[test.fullName, default: State()].all.insert(test.id) }
  }

  /// Notes that a test has ended.
  ///
  /// - Returns: Whether all of its name have come to their end, when the last of them has ended; `nil` before.
  static func end(_ test: Test, isComplete: Bool) -> Bool? {
    states.withLock { states in
      var state = states[test.fullName, default: State()]
      state.ended.insert(test.id)
      state.areComplete = state.areComplete && isComplete
      let isLast = state.ended.isSuperset(of: state.all)
      let areComplete = state.areComplete
      // A test may be run again.
      if isLast { state = State(all: state.all) }
      states[test.fullName] = state
      return isLast ? areComplete : nil
    }
  }
}
