/// Waits for the survivors of a scope to go, and for a reason for each of those that stay.
///
/// Like ``LeakWatch``, ``advance(at:)`` has no clock and does not wait: whoever calls it tells the time.
struct SurvivorWatch {
  private let grace: Duration
  private let anyIsAlive: () -> Bool
  private let look: () -> [SurvivorGroup]

  private var isFirst = true
  private var pause = LeakWatch.firstPause
  private var nextLook = Duration.milliseconds(1)

  /// What the last look found.
  private(set) var groups: [SurvivorGroup] = []

  init(
    within grace: Duration, anyIsAlive: @escaping () -> Bool,
    look: @escaping () -> [SurvivorGroup]
  ) {
    self.grace = grace
    self.anyIsAlive = anyIsAlive
    self.look = look
  }

  /// Looks if it is time to, and says how long to wait before the next call, or `nil` when there is nothing to
  /// wait for: all survivors are gone, or will not go, or the time is over.
  mutating func advance(at elapsed: Duration) -> Duration? {
    guard anyIsAlive() else {
      groups = []
      return nil
    }
    let isLast = elapsed >= grace
    if isFirst || isLast || elapsed >= nextLook {
      groups = look()
      if isLast {
        for _ in 1..<LeakWatch.lastLooks where groups.contains(where: \.isInconclusive) {
          groups = look()
        }
      }
      if groups.allSatisfy(\.isSettled) { return nil }
    }
    while elapsed >= nextLook { nextLook *= 4 }
    isFirst = false
    if isLast { return nil }
    defer { pause = min(pause * 2, LeakWatch.longestPause) }
    return min(pause, grace - elapsed)
  }
}

extension SurvivorWatch {
  /// Watches to the end, and returns what the last look found. Suspends while there is something to wait for.
  ///
  /// - Parameter start: When the grace began.
  mutating func run(
    since start: SuspendingClock.Instant = SuspendingClock.now,
    isolation: isolated (any Actor)? = #isolation
  ) async -> [SurvivorGroup] {
    while let pause = advance(at: SuspendingClock.now - start) {
      await LeakCheck.sleep(for: pause)
    }
    return groups
  }

  /// Watches to the end, and returns what the last look found. Blocks while there is something to wait for, or
  /// runs the main run loop, as `place` says.
  ///
  /// - Parameter start: When the grace began.
  @available(*, noasync)
  mutating func run(
    since start: SuspendingClock.Instant = SuspendingClock.now, waiting place: WaitingPlace
  ) -> [SurvivorGroup] {
    while let pause = advance(at: SuspendingClock.now - start) { place.wait(for: pause) }
    return groups
  }
}

extension SurvivorGroup {
  /// Whether waiting can change nothing that is told: no one can break the cycle, a global is there to keep the
  /// objects, or all there is is a closure that has not been called yet.
  var isSettled: Bool {
    if isKeptByGlobal || !concernsInstance && !isLeaked { return true }
    if case .proven(_, isFinal: true) = judgement { return true }
    return false
  }

  /// Whether a cycle keeps the objects.
  var isLeaked: Bool {
    if case .proven = judgement { return true }
    return false
  }

  var isInconclusive: Bool {
    if case .inconclusive = judgement { return !isKeptByGlobal }
    return false
  }
}
