import HeapReading

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
  /// What a round submits, and what it asks about the process.
  struct Host: Sendable {
    /// Submits something to each executor, and calls back as each of it runs.
    var submit: @Sendable (_ hasRun: @escaping @Sendable () -> Void) -> Int
    /// Whether another thread of the process is running, or would if there were a processor for it.
    var isBusy: @Sendable () -> Bool
  }

  /// No round counts longer than this.
  static let longestRound = Duration.milliseconds(25)

  /// A round of which something has not run after this long is asked about.
  static let patience = Duration.milliseconds(50)

  private let host: Host
  /// What of the round has not run.
  private let outstanding = Outstanding()
  private var roundStart: Duration?
  private var lastCounted = Duration.zero
  private var lastAsked = Duration.zero

  /// How much time has been counted.
  private(set) var elapsed = Duration.zero

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
      begin(at: now)
    } else if now - max(start, lastAsked) >= Self.patience {
      lastAsked = now
      // Where everything sleeps and something has not run all the same, nobody is there to run it: a thread that
      // blocks, a main queue that nobody serves. Waiting longer changes nothing.
      if host.isBusy() { lastCounted = now } else { count(until: now, most: Self.patience) }
    }
  }

  /// Stops counting until the next tick: nobody waits meanwhile.
  mutating func stop() { roundStart = nil }

  private mutating func count(until now: Duration, most: Duration = Self.longestRound) {
    elapsed += min(now - lastCounted, most)
    lastCounted = now
  }

  private mutating func begin(at now: Duration) {
    roundStart = now
    lastAsked = now
    outstanding.begin(host.submit)
  }
}

/// What was submitted to the executors and has not run.
private final class Outstanding: Sendable {
  private struct State {
    var round = 0
    var submitted: Int?
    var run = 0
  }

  private let state = VisibleMutex(State())

  /// Whether all of the round has run.
  var isEmpty: Bool {
    state.withLock { state in
      guard let submitted = state.submitted else { return false }
      return state.run >= submitted
    }
  }

  /// Begins a round. What is left of an earlier one does not count for it.
  func begin(_ submit: (@escaping @Sendable () -> Void) -> Int) {
    let round = state.withLock { state in
      state.round += 1
      state.submitted = nil
      state.run = 0
      return state.round
    }
    let submitted = submit { [self] in
      state.withLock { if $0.round == round { $0.run += 1 } }
    }
    state.withLock { $0.submitted = submitted }
  }
}
