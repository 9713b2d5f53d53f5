/// Watches objects that should go until each has a verdict.
///
/// The watch has no clock and does not wait: whoever drives it tells the time and sleeps as long as it says.
/// All objects share one deadline.
struct LeakWatch {
  /// An object under watch, as questions about it.
  struct Subject {
    /// Whether the object's `deinit` has not begun.
    var isAlive: () -> Bool
    /// Looks at the heap around the object.
    var look: () -> Judgement
  }

  /// The first pause between two looks.
  static let firstPause = Duration.microseconds(50)
  /// The longest pause between two looks.
  static let longestPause = Duration.milliseconds(100)
  /// How often a look that gave no answer is repeated at the deadline.
  static let lastLooks = 3

  private let subjects: [Subject]
  private let grace: Duration
  /// Why nothing can be said of an object that is alive at the deadline, when the place that the watch is
  /// driven from keeps things from happening.
  private let obstacle: String?

  private var isFirst = true
  private var pause = firstPause
  private var nextLook = Duration.milliseconds(1)
  private(set) var verdicts: [Verdict?]

  init(_ subjects: [Subject], within grace: Duration, obstacle: String? = nil) {
    self.subjects = subjects
    self.grace = grace
    self.obstacle = obstacle
    verdicts = Array(repeating: nil, count: subjects.count)
  }

  /// Decides what can be decided after `elapsed`, and says how long to wait before the next call, or `nil`
  /// when every object has its verdict.
  ///
  /// Whether an object is alive is asked each time. The heap is looked at the first time, at the deadline,
  /// and a few times between, each four times as late as the one before.
  mutating func advance(at elapsed: Duration) -> Duration? {
    let isLast = elapsed >= grace
    let looks = isFirst || isLast || elapsed >= nextLook
    while elapsed >= nextLook { nextLook *= 4 }
    for index in subjects.indices where verdicts[index] == nil {
      verdicts[index] = verdict(on: subjects[index], at: elapsed, looks: looks, isLast: isLast)
    }
    isFirst = false
    guard verdicts.contains(nil) else { return nil }
    defer { pause = min(pause * 2, Self.longestPause) }
    return min(pause, grace - elapsed)
  }

  private func verdict(
    on subject: Subject, at elapsed: Duration, looks: Bool, isLast: Bool
  ) -> Verdict? {
    guard subject.isAlive() else { return isFirst ? .deinitialized : .late(after: elapsed) }
    guard looks else { return nil }
    var judgement = subject.look()
    if isLast {
      for _ in 1..<Self.lastLooks {
        guard case .inconclusive = judgement, subject.isAlive() else { break }
        judgement = subject.look()
      }
    }
    if case .proven(let path, isFinal: true) = judgement { return .leaked(path) }
    guard subject.isAlive() else { return .late(after: elapsed) }
    guard isLast else { return nil }
    return obstacle.map(Verdict.inconclusive) ?? judgement.verdict
  }
}
