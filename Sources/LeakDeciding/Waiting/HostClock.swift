import LeakBase
import LeakHeapReading

/// A clock that goes only while the process's own work can go on: its tasks, its queues and its main thread.
///
/// A grace is counted by it. A machine that is busy, or a check that reads the heap, keeps objects from going without
/// anything being leaked: in that time the clock stands still.
///
/// It asks by *rounds*: something is submitted to each executor, and when all of it has run, what was submitted before has
/// had its turn. A round counts as long as it took, but no longer than ``longestRound``.
///
/// The clock does not wait, and has no time of its own: whoever drives it tells the time.
struct HostClock {
  /// What runs the work of a process.
  enum Executor: CaseIterable {
    /// The threads of its tasks that have the priority by default.
    case tasks
    /// The threads of its queues that have the priority by default.
    case queues
    /// The threads of its tasks and queues that have another one. Each priority has threads of its own.
    case otherPriorities
    /// Its main queue, which nobody need serve.
    case main
  }

  /// What a round submits, and what it asks about the process.
  struct Host: Sendable {
    /// Submits something to each executor that it returns, of those that it is asked for, and calls back as each of it runs.
    var submit:
      @Sendable (_ executors: Set<Executor>, _ hasRun: @escaping @Sendable (Executor) -> Void) ->
        Set<Executor>
    /// Whether another thread of the process is running, or would if there were a processor for it.
    var isBusy: @Sendable () -> Bool
    /// A number that is another one whenever a thread of the process has run meanwhile.
    var activity: @Sendable () -> UInt64
    /// Whether another thread of the process sleeps for a set time.
    var sleeps: @Sendable () -> Bool = { false }
    /// Whether checks block all threads of the tasks: no task gets its turn before one of the checks ends.
    var tasksAreBlocked: @Sendable () -> Bool = { false }
    /// Whether a check keeps the main queue from running before it ends.
    var mainIsBlocked: @Sendable () -> Bool = { false }
  }

  /// No round counts longer than this.
  static let longestRound = Duration.milliseconds(25)

  /// A round of which something has not run after this long is asked about.
  static let patience = Duration.milliseconds(50)

  /// So often in a row nothing has to go on before threads of the tasks that are blocked are taken to stay so; and so often a thread has
  /// to be running before it is taken to wait for what checks block.
  static let mostAsked = 20

  /// While something goes on, so little of the time counts: those that wait may be many, and each sleeps for a while.
  static let sleepersShare = 20

  /// So often in a round it is asked why what has another priority has not run, and nothing else, while a thread is running, and a sixth as
  /// often while none is. Then the threads of those are taken to be blocked for good, and they are not asked again before they run.
  static let mostAskedOfOthers = 600

  /// Who has waited for so long asks the executors of all priorities. Most need not wait so long.
  static let widerDelay = Duration.milliseconds(50)

  private let host: Host
  /// What of the round has not run.
  private let outstanding = Outstanding()
  private var roundStart: Duration?
  private var lastCounted = Duration.zero
  private var lastAsked = Duration.zero
  /// The host's activity when it was last asked about in the round.
  private var lastActivity: UInt64?
  /// How often in a row nothing had gone on when the round was asked about.
  private var idleCount = 0
  /// How often in a row another thread was running when the round was asked about.
  private var busyCount = 0
  /// How often only what has another priority had not run when the round was asked about; six times where nothing was running.
  private var othersCount = 0
  /// Whether the next round asks the executors of all priorities.
  private var isNextWide = false

  /// How much time has been counted.
  struct Count: Equatable {
    /// All of it.
    var elapsed = Duration.zero
    /// In how much of that checks blocked all threads of the tasks, and did not keep the main queue from running.
    var blocked = Duration.zero
    /// In how much of that a check kept the main queue from running, and checks did not block all threads of the tasks.
    var mainBlocked = Duration.zero
    /// In how much of that checks did both.
    var bothBlocked = Duration.zero
  }

  private(set) var count = Count()

  /// How many rounds were over: each executor that was asked had its turn.
  private(set) var rounds = 0

  /// How much time has been counted.
  var elapsed: Duration { count.elapsed }

  init(_ host: Host) {
    self.host = host
  }

  /// Counts what can be counted at `now`, the time since some moment, and begins a round when there is none.
  mutating func tick(at now: Duration) {
    guard let start = roundStart else {
      lastCounted = now
      return begin(at: now)
    }
    if outstanding.isEmpty {
      count(until: now)
      rounds += 1
      begin(at: now)
    } else if now - max(start, lastAsked) >= Self.patience {
      ask(at: now)
    }
  }

  /// Asks why the round goes on, and counts what longer waiting does not change.
  ///
  /// Where everything sleeps and only the main queue has not run, nor ever before, nobody serves it. Where threads sleep and wake up,
  /// they may come to it; or they never do, and poll. The few threads of the tasks, and the main one, are blocked by tests that wait,
  /// one after the other, and for what takes its time on a busy machine; or for good. Where they wait for checks alone, what wakes up
  /// now and then is none of theirs. Nor is it the main queue's where a check keeps that from running, which polls itself.
  ///
  /// What is running may be what is waited for. Where it never stops, it may itself wait for what checks keep from running.
  private mutating func ask(at now: Duration) {
    lastAsked = now
    let activity = host.activity()
    let hasGoneOn = lastActivity.map { $0 != activity } ?? true
    lastActivity = activity
    let isBusy = host.isBusy()
    if outstanding.isOnlyOfOtherPriorities {
      othersCount += isBusy ? 1 : 6
      if othersCount >= Self.mostAskedOfOthers { outstanding.leaveOutOtherPriorities() }
    }
    busyCount = isBusy ? busyCount + 1 : 0
    let isServed = outstanding.isMoreThanMain || outstanding.isMainServed
    let wakes = isBusy || hasGoneOn || isServed && host.sleeps()
    idleCount = wakes ? 0 : idleCount + 1
    let tasksAreBlocked = outstanding.hasRunQueues && host.tasksAreBlocked()
    let mainIsBlocked = !outstanding.isMoreThanMain && host.mainIsBlocked()
    let checksBlock = tasksAreBlocked || mainIsBlocked
    if isBusy, !checksBlock || busyCount < Self.mostAsked {
      lastCounted = now
      return
    }
    let goesOn =
      isBusy || !checksBlock && (wakes || isServed && idleCount < Self.mostAsked)
    let before = elapsed
    count(until: now, most: goesOn ? Self.patience / Self.sleepersShare : Self.patience)
    switch (tasksAreBlocked, mainIsBlocked) {
    case (true, true): count.bothBlocked += elapsed - before
    case (true, false): count.blocked += elapsed - before
    case (false, true): count.mainBlocked += elapsed - before
    case (false, false): break
    }
  }

  /// Whether the main queue, and nothing else, has not had its turn since `time`, or soon after that.
  func isBehindMainOnly(since time: Duration) -> Bool {
    guard let roundStart, roundStart - time <= Self.patience else { return false }
    return !outstanding.isEmpty && !outstanding.isMoreThanMain
  }

  /// Asks the executors of all priorities from the next round on, for one.
  mutating func askAllPriorities() { isNextWide = true }

  /// Stops counting until the next tick: nobody waits meanwhile.
  mutating func stop() { roundStart = nil }

  private mutating func count(until now: Duration, most: Duration = Self.longestRound) {
    count.elapsed += min(now - lastCounted, most)
    lastCounted = now
  }

  private mutating func begin(at now: Duration) {
    roundStart = now
    lastAsked = now
    lastActivity = nil
    idleCount = 0
    busyCount = 0
    othersCount = 0
    var executors = Set(Executor.allCases)
    if !isNextWide || outstanding.leavesOutOtherPriorities { executors.remove(.otherPriorities) }
    isNextWide = false
    outstanding.begin(executors, host.submit)
  }
}

/// What was submitted to the executors and has not run.
private final class Outstanding: Sendable {
  private struct State {
    var round = 0
    var submitted: Set<HostClock.Executor> = []
    var run: Set<HostClock.Executor> = []
    var isMainServed = false
    var leavesOutOtherPriorities = false
  }

  private let state = VisibleMutex(State())

  /// Whether all of the round has run.
  var isEmpty: Bool { rest.isEmpty }

  /// Whether the queues get their turn.
  var hasRunQueues: Bool { !rest.contains(.queues) }

  /// Whether something else than the main queue's has not run.
  var isMoreThanMain: Bool { !rest.subtracting([.main]).isEmpty }

  /// Whether what was submitted to the main queue has ever run.
  var isMainServed: Bool { state.withLock { $0.isMainServed } }

  /// Whether what was submitted with other priorities than the default one has not run, but for the main queue alone.
  var isOnlyOfOtherPriorities: Bool { rest.subtracting([.main]) == [.otherPriorities] }

  /// Whether a thread of other priorities is taken to be blocked.
  var leavesOutOtherPriorities: Bool { state.withLock { $0.leavesOutOtherPriorities } }

  /// Waits no more for what has another priority, before all that was submitted in this round has run.
  func leaveOutOtherPriorities() {
    state.withLock { state in
      state.submitted.remove(.otherPriorities)
      state.leavesOutOtherPriorities = true
    }
  }

  private var rest: Set<HostClock.Executor> {
    state.withLock { $0.submitted.subtracting($0.run) }
  }

  /// Begins a round. What is left of an earlier one does not count for it.
  func begin(
    _ executors: Set<HostClock.Executor>,
    _ submit: (Set<HostClock.Executor>, @escaping @Sendable (HostClock.Executor) -> Void) ->
      Set<HostClock.Executor>
  ) {
    let round = state.withLock { state in
      state.round += 1
      state.submitted = executors
      state.run = []
      return state.round
    }
    let submitted = submit(executors) { [self] executor in
      state.withLock { state in
        if executor == .main { state.isMainServed = true }
        if executor == .otherPriorities { state.leavesOutOtherPriorities = false }
        if state.round == round { state.run.insert(executor) }
      }
    }
    state.withLock { $0.submitted = submitted }
  }
}
