import Dispatch
import LeakBase
import LeakHeapReading
import LeakHeapRoots

/// Waits for objects to go, and finds out why those that stay do.
package enum LeakCheck {
  /// What becomes of the objects of `check`. Suspends while there is something to wait for.
  package static func outcome(
    of check: CheckedObjects, isolation: isolated (any Actor)? = #isolation
  ) async -> CheckOutcome {
    let note = WaitingCallers.begin(check.caller)
    defer { WaitingCallers.end(note) }
    return await withUnsafeContinuation { continuation in
      WaitingRoom.shared.admit(check) { continuation.resume(returning: $0) }
    }
  }

  /// What becomes of the objects of `check`. Blocks while there is something to wait for, or runs the main run loop, as
  /// `place` says.
  @available(*, noasync)
  package static func outcome(of check: CheckedObjects, waiting place: WaitingPlace) -> CheckOutcome
  {
    let result = VisibleMutex<CheckOutcome?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let blocksTasks = place == .thread && BlockedTasks.ownsThread
    let probe = place.blocksMain.map(MainQueueProbe.init)
    var occupied = OccupiedExecutor.ofCaller
    var note: WaitingCallers.Note?
    func wait() {
      place.wait(for: isOver, probing: probe) { call in
        var check = check
        check.caller.block(in: call)
        check.isBlocking = true
        check.blocksTasks = blocksTasks
        if let probe { check.blocksMain = { probe.isBlocked } }
        note = WaitingCallers.begin(check.caller)
        WaitingRoom.shared.admit(check) { outcome in
          result.withLock { $0 = outcome }
          isOver.signal()
        }
      }
    }
    withSavedRegisters {
      if blocksTasks { BlockedTasks.blocking(wait) } else { wait() }
    }
    note.map(WaitingCallers.end)
    // The place itself says so of the main actor.
    if place == .mainRunLoop, probe?.isBlocked == true { occupied.append(.mainQueue) }
    var outcome = result.withLock { $0 } ?? CheckOutcome(ends: [])
    outcome.occupied = occupied
    return outcome
  }
}
