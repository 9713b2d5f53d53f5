import LeakBase
import LeakHeapModel
import LeakHeapReading
import LeakHeapRecording

/// Where checks wait for their objects, all of them on one thread of the kit's own, and where what stays is read, on
/// another.
///
/// What the process is read for is read once for all checks that ask at the same time.
final class WaitingRoom: Sendable {
  static let shared = WaitingRoom()

  /// A check that waits.
  ///
  /// Unchecked: it is used under the room's lock only.
  private final class Guest: @unchecked Sendable {
    var check: CheckedObjects
    let finish: @Sendable (CheckOutcome) -> Void
    var wait: CheckWait
    var lateHolders: [Int: any RecognizedHolder] = [:]
    var lateOthers: [LateObject] = []
    /// Whether something waited for its turn when the check was put back for the last time.
    var hasWaitedForTurn = false
    /// How often it was put back although nothing seemed to go on.
    var idleExtensions = 0
    /// When the check came, by the room's time and by the host's clock.
    let arrival: Duration
    private let start: HostClock.Count

    init(
      _ check: CheckedObjects, at arrival: Duration, by clock: HostClock,
      finish: @escaping @Sendable (CheckOutcome) -> Void
    ) {
      self.check = check
      self.finish = finish
      self.arrival = arrival
      start = clock.count
      wait = CheckWait(
        CheckWait.Subjects(
          count: check.named.count, isAlive: { check.named[$0].isAlive },
          othersRemain: { check.othersRemain }, isOver: check.isOver),
        within: check.grace, asksHolders: check.reportsLateHolders || check.notesLateOthers)
    }

    /// How much of the grace has passed. While others block all threads of the tasks, or the main queue, it stands still; who blocks one
    /// himself would wait for himself then. What the clock counts first may have begun before the check came.
    func elapsed(by clock: HostClock, at time: Duration) -> Duration {
      let (count, blocksMain) = (clock.count, check.blocksMain())
      var counted = count.elapsed - start.elapsed
      if !check.blocksTasks { counted -= count.blocked - start.blocked }
      if !blocksMain { counted -= count.mainBlocked - start.mainBlocked }
      if !check.blocksTasks, !blocksMain { counted -= count.bothBlocked - start.bothBlocked }
      return min(counted, time - arrival)
    }

    /// Whether checks, and this one among them, blocked all threads of the tasks in most of the grace.
    func blockedTasks(by clock: HostClock) -> Bool {
      let blocked =
        clock.count.blocked + clock.count.bothBlocked - start.blocked - start.bothBlocked
      return check.blocksTasks && blocked * 2 >= check.grace
    }

    /// Notes which of the others are there, where that is asked: so many may go before it is read what holds them.
    func noteLateOthers() {
      guard check.notesLateOthers, lateOthers.isEmpty, let others = check.others,
        others.count <= Self.mostNoted
      else { return }
      lateOthers = others.objects().compactMap { object in
        object.type.module.map { !HeapObjectType.isToolchains(module: $0) } ?? false
          ? LateObject(object: object, typeName: object.type.name, holder: nil) : nil
      }
    }

    private static let mostNoted = 1000

    /// Notes which of the others have gone.
    func noteEnds(at time: Duration) {
      for index in lateOthers.indices
      where lateOthers[index].end == nil && !lateOthers[index].object.witness.isAlive {
        lateOthers[index].end = time
      }
    }
  }

  private struct State {
    var guests = DueQueue<Guest>()
    var clock = HostClock(.process)
    /// When a check came, a scope opened or closed, or every executor had had its turn, for the last time: the process gets on.
    var lastSign = Duration.zero
    /// When scopes opened and closed, by the recorder's clock.
    var moment: UInt32 = 0
    /// How many rounds of the clock were over.
    var rounds = 0
    /// What goes on now that its check is over. That runs code of the host's, which may come back here: the room's lock is to be free.
    var finished: [@Sendable () -> Void] = []

    mutating func noteSigns(at time: Duration) {
      let moment = AllocationRecorder.moment
      if moment != self.moment || clock.rounds != rounds { lastSign = time }
      (self.moment, rounds) = (moment, clock.rounds)
    }
  }

  private let state = VisibleMutex(State())
  private let opening = SuspendingClock.now
  private let desk = ReadingDesk()
  private let poller = WorkerThread("wait")

  /// Of many checks each is looked at less often, and later for the first time, so that it costs as much as of few.
  private static let pauseForEach = Duration.microseconds(50)

  /// So many checks are looked at as often as each likes.
  static let few = 8

  /// The time since the room was opened.
  private var time: Duration { SuspendingClock.now - opening }

  /// Waits for the objects of `check`, and calls `finish` when nothing is left to wait for.
  func admit(_ check: CheckedObjects, finish: @escaping @Sendable (CheckOutcome) -> Void) {
    ReportedObjects.noteNamed(check.named)
    let finish = { @Sendable outcome in
      ReportedObjects.forgetGone(check.named)
      finish(outcome)
    }
    let time = time
    state.withLock { state in
      let guest = Guest(check, at: time, by: state.clock, finish: finish)
      state.guests.insert(guest, due: time + Self.leastPause(among: state.guests.count))
      state.lastSign = time
    }
    poller.wake { self.poll() }
  }

  private static func leastPause(among count: Int) -> Duration {
    pauseForEach * max(0, count - few)
  }

  /// Looks at the objects that are due, and says how long until the next are.
  private func poll() -> Duration? {
    let time = time
    let (pause, finished) = state.withLock { state in
      let pause = advanceAll(in: &state, at: time)
      defer { state.finished = [] }
      return (pause, state.finished)
    }
    for finish in finished { finish() }
    return pause
  }

  /// Does what comes next for all checks that are due.
  private func advanceAll(in state: inout State, at time: Duration) -> Duration? {
    if state.guests.count == 0 {
      state.clock.stop()
      return nil
    }
    state.clock.tick(at: time)
    state.noteSigns(at: time)
    while let guest = state.guests.removeFirst(dueAt: time) {
      let pause = advance(guest, in: &state, time: time, quiet: time - state.lastSign)
      if let pause {
        state.guests.insert(
          guest, due: time + max(pause, Self.leastPause(among: state.guests.count)))
      }
    }
    return state.guests.next.map { max($0 - self.time, .zero) }
  }

  /// Does what comes next for one check, and says how long it waits then; `nil` when it has nothing to wait for.
  private func advance(
    _ guest: Guest, in state: inout State, time: Duration, quiet: Duration
  ) -> Duration? {
    guest.noteEnds(at: time - guest.arrival)
    let elapsed = guest.elapsed(by: state.clock, at: time)
    if elapsed >= min(HostClock.widerDelay, guest.check.grace / 4) {
      state.clock.askAllPriorities()
    }
    while true {
      switch guest.wait.advance(
        at: elapsed, time: time - guest.arrival, quiet: quiet)
      {
      case .wait(let pause): return pause
      case .readSettled:
        guest.noteLateOthers()
        desk.submit(.settled(guest.check) { settled in self.note(settled, of: guest) })
      case .readKept: desk.submit(.kept(guest.check))
      case .readHolders:
        desk.submit(
          .holders(guest.check) { holders, others in
            self.state.withLock { _ in
              guest.lateHolders = holders
              // What went before it was read is told without what held it.
              if !others.isEmpty { guest.lateOthers = others }
            }
          })
      case .finish:
        end(guest, in: &state, at: time - guest.arrival)
        return nil
      }
    }
  }

  /// Notes what was read first.
  private func note(_ settled: [Int], of guest: Guest) {
    state.withLock { _ in
      guest.wait.settle(settled)
      guest.check.settled.formUnion(settled)
    }
  }

  /// Ends the wait of a check, after what is still there has been read.
  private func end(_ guest: Guest, in state: inout State, at time: Duration) {
    let named = guest.check.named
    // Of those that nobody seemed to get at any more one may have gone all the same: by a pointer that is no reference.
    let ends = guest.wait.ends.enumerated().map { position, end in
      end ?? (named[position].isAlive ? nil : time)
    }
    let outcome = CheckOutcome(
      ends: ends, isStalled: guest.wait.isStalled,
      isOfMainQueue: state.clock.isBehindMainOnly(since: guest.arrival),
      blockedTasks: guest.blockedTasks(by: state.clock), lateHolders: guest.lateHolders,
      lateOthers: guest.lateOthers.filter { $0.end ?? .zero >= CheckWait.holdersDelay })
    if guest.check.areGone {
      return state.finished.append { [finish = guest.finish] in finish(outcome) }
    }
    desk.submit(
      .last(guest.check) { reading in
        if self.putBack(guest, after: reading) { return }
        var outcome = outcome
        outcome.note(reading, at: self.time - guest.arrival)
        guest.finish(outcome)
      })
  }

  /// Lets a check wait on where all that is left for it only waits for its turn, or has just got it, and something goes on in the process:
  /// others may be before it. Says whether it does.
  ///
  /// Twice it waits on although nothing seems to go on: between two turns no thread runs, and each may wait for what another check reads.
  private func putBack(_ guest: Guest, after reading: CheckReading) -> Bool {
    let host = HostClock.Host.process
    guard !guest.check.isBlocking, let turns = reading.turns else { return false }
    let goesOn = host.isBusy() || host.sleeps()
    let waits = state.withLock { state in
      guard turns.contains(.waits) || guest.hasWaitedForTurn, goesOn || guest.idleExtensions < 2,
        guest.wait.extend(at: guest.elapsed(by: state.clock, at: time))
      else { return false }
      if !goesOn { guest.idleExtensions += 1 }
      guest.hasWaitedForTurn = turns.contains(.waits)
      state.guests.insert(guest, due: time)
      return true
    }
    if waits { poller.wake { self.poll() } }
    return waits
  }
}
