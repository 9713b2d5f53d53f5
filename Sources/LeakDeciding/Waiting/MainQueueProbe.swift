import Dispatch
import LeakBase
import Synchronization

/// Tells whether a check that waits on the main thread keeps the main queue from running: also where it lets the main run loop run, if a
/// block of that queue has called it.
package final class MainQueueProbe: Sendable {
  /// After so many turns of the run loop the main queue has had its turn.
  private static let mostTurns = 10

  /// The probes of the checks that wait, the innermost last.
  private static let waiting = VisibleMutex<[MainQueueProbe]>([])

  /// Whether a check that waits keeps the main queue from running.
  static var isMainBlocked: Bool { waiting.withLock { $0.last?.isBlocked ?? false } }

  private let turns: Atomic<Int>
  private let hasRun = Atomic(false)

  /// - Parameter isBlocked: Whether the check does not let the main run loop run.
  init(isBlocked: Bool = false) { turns = Atomic(isBlocked ? Self.mostTurns : 0) }

  /// Whether the main queue has not run so far.
  var isBlocked: Bool {
    turns.load(ordering: .relaxed) >= Self.mostTurns && !hasRun.load(ordering: .relaxed)
  }

  /// The run loop has run once more.
  func noteTurn() { turns.add(1, ordering: .relaxed) }

  /// Calls `body`, in which the check waits.
  func watching<Result>(_ body: () -> Result) -> Result {
    Self.waiting.withLock { $0.append(self) }
    defer { Self.waiting.withLock { $0.removeAll { $0 === self } } }
    DispatchQueue.main.async { self.hasRun.store(true, ordering: .relaxed) }
    return body()
  }
}
