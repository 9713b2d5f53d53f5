import HeapReading

/// Where checks wait for their objects, all of them on one thread of the kit's own, and where what stays is read, on
/// another.
///
/// What the process is read for is read once for all checks that ask at the same time.
final class WaitingRoom: Sendable {
  static let shared = WaitingRoom()

  /// A check that waits.
  private struct Guest {
    let check: CheckedObjects
    let finish: @Sendable (CheckOutcome) -> Void
    var watch: LeakWatch
    var outcome = CheckOutcome(ends: [])
    /// When the check came, by ``time``.
    let arrival: Duration
    /// When its grace began, by the host's clock.
    var start = Duration.zero
    /// When it is to be looked at next; `nil` while something is read for it.
    var due: Duration?
  }

  private struct State {
    var guests: [Int: Guest] = [:]
    var nextNumber = 0
    var clock = HostClock(.process)
  }

  private let state = VisibleMutex(State())
  private let opening = SuspendingClock.now
  private let desk = ReadingDesk()
  private let poller = WorkerThread("leak-testing wait")

  /// The time since the room was opened.
  private var time: Duration { SuspendingClock.now - opening }

  /// Waits for the objects of `check`, and calls `finish` when nothing is left to wait for.
  func admit(_ check: CheckedObjects, finish: @escaping @Sendable (CheckOutcome) -> Void) {
    let watched = check.awaited.map { check.objects[$0] }
    let watch = LeakWatch(
      watched.count, within: check.grace, asksHolders: check.tellsLateHolders, isOver: check.isOver
    ) { watched[$0].isAlive }
    let time = time
    state.withLock { state in
      state.guests[state.nextNumber] = Guest(
        check: check, finish: finish, watch: watch, arrival: time, due: time)
      state.nextNumber += 1
    }
    wake()
  }

  private func wake() { poller.wake { self.poll() } }

  /// Looks at the objects that are due, and says how long until the next are.
  private func poll() -> Duration? {
    let time = time
    return state.withLock { state in
      if state.guests.isEmpty {
        state.clock.stop()
        return nil
      }
      state.clock.tick(at: time)
      for (number, guest) in state.guests where guest.due.map({ $0 <= time }) ?? false {
        advance(number, &state, at: time)
      }
      let next = state.guests.values.lazy.compactMap(\.due).min()
      return max(next.map { $0 - time } ?? LeakWatch.longestPause, .zero)
    }
  }

  /// Does what comes next for one check.
  private func advance(_ number: Int, _ state: inout State, at time: Duration) {
    guard var guest = state.guests.removeValue(forKey: number) else { return }
    let step = guest.watch.advance(
      at: state.clock.elapsed - guest.start, time: time - guest.arrival)
    guest.due = nil
    switch step {
    case .wait(let pause): guest.due = time + pause
    case .readFirst:
      desk.submit(.settled(guest.check) { settled in self.note(settled, of: number) })
    case .readHolders:
      desk.submit(.holders(guest.check) { holders in self.note(holders, of: number) })
    case .finish: return end(guest)
    }
    state.guests[number] = guest
  }

  /// Notes what was read first. The grace begins.
  private func note(_ settled: [Int], of number: Int) {
    let time = time
    state.withLock { state in
      guard var guest = state.guests[number] else { return }
      let positions = guest.check.awaited.indices.filter {
        settled.contains(guest.check.awaited[$0])
      }
      guest.watch.settle(positions)
      guest.start = state.clock.elapsed
      guest.due = time
      state.guests[number] = guest
    }
    wake()
  }

  /// Notes what held the objects while they were waited for.
  private func note(_ holders: [Int: [Holder]], of number: Int) {
    let time = time
    state.withLock { state in
      state.guests[number]?.outcome.lateHolders = holders
      state.guests[number]?.due = time
    }
    wake()
  }

  /// Ends the wait of a check, after what is still there has been read.
  private func end(_ guest: Guest) {
    var outcome = guest.outcome
    outcome.ends = Array(repeating: nil, count: guest.check.objects.count)
    for (position, end) in zip(guest.check.awaited, guest.watch.ends) {
      outcome.ends[position] = end
    }
    if guest.check.living.isEmpty { return guest.finish(outcome) }
    desk.submit(
      .last(guest.check) { [outcome, finish = guest.finish] reading in
        var outcome = outcome
        outcome.reading = reading
        finish(outcome)
      })
  }
}
