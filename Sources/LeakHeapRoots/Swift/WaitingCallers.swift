import LeakBase

/// Those who wait for checks at the moment.
///
/// A search for some of the checks finds the functions of the others, too: on stacks and in tasks, where they hold nothing either.
package enum WaitingCallers {
  private struct State {
    var callers: [Int: Caller] = [:]
    var count = 0
  }

  private static let state = VisibleMutex(State())

  /// Who is noted as waiting.
  package struct Note: Sendable {
    fileprivate let number: Int
  }

  /// Notes that `caller` waits, until ``end(_:)``.
  package static func begin(_ caller: Caller) -> Note {
    state.withLock { state in
      state.count += 1
      state.callers[state.count] = caller
      return Note(number: state.count)
    }
  }

  /// Notes that a wait is over.
  package static func end(_ note: Note) {
    state.withLock { _ = $0.callers.removeValue(forKey: note.number) }
  }

  /// All that wait.
  static var all: [Caller] { state.withLock { Array($0.callers.values) } }
}
