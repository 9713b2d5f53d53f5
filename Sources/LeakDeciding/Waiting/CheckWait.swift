/// Waits for the objects of one check until nothing is left to wait for.
///
/// Meanwhile it asks the objects' liveness. The heap is read for what waiting cannot change when something is there at
/// first, and then ever more rarely; and for what is still there when the grace has passed.
///
/// It has no clock and does not sleep: whoever drives it tells the time, reads, and sleeps as long as it says.
struct CheckWait: Sendable {
  /// What is to be done next.
  enum Step: Hashable {
    /// Ask what waiting cannot change; it is told by ``settle(_:)``. Meanwhile the wait goes on.
    case readSettled
    /// Ask what variables keep that outlive the test, of the others. Meanwhile the wait goes on.
    case readKept
    /// Ask what holds the objects now: they may go. Meanwhile the wait goes on.
    case readHolders
    /// Wait this long.
    case wait(Duration)
    /// Nothing is left to wait for. What is alive is to be read for the last time.
    case finish
  }

  /// What is waited for.
  struct Subjects: Sendable {
    /// The number of objects that are named.
    var count: Int
    /// Whether the `deinit` of the named object at a position has not begun.
    var isAlive: @Sendable (Int) -> Bool
    /// Whether any of the others is alive, of those that may go.
    var othersRemain: @Sendable () -> Bool = { false }
    /// Whether nothing is asked any more, although objects are there.
    var isOver: @Sendable () -> Bool = { false }
  }

  /// The first pause between two looks at the objects.
  static let firstPause = Duration.microseconds(50)
  /// The longest pause between two looks at the objects.
  static let longestPause = Duration.milliseconds(20)
  /// After this much of the grace, and each time twice as much has passed, what waiting cannot change is asked again: what held an
  /// object has let go of it, and a cycle has not; or a word that looked like its address is gone.
  static let settledDelay = Duration.seconds(1)
  /// What is gone after this long needs no reason.
  static let holdersDelay = Duration.milliseconds(50)
  /// On a machine that is so busy that less of the grace has passed by then, what holds objects is asked all the same: it is told as
  /// it is soon after the test, and what lets them go counts real time, as a timer does.
  static let mostHoldersDelay = Duration.milliseconds(200)
  /// What is still there after this long may be a cache, which need not be waited for.
  static let keptDelay = Duration.milliseconds(100)
  /// A process in which nothing goes on for this much longer than the grace is waited for no more. On a slow machine one test can keep
  /// its thread for minutes.
  static let mostDelay = Duration.seconds(300)

  /// So often what only waits for its turn is given as much time again, or this much.
  static let mostExtensions = 10
  static let longestExtension = Duration.seconds(1)

  private let subjects: Subjects
  private let grace: Duration
  /// How much of the time may pass.
  private var deadline: Duration
  private var extensions = 0

  /// How much of the grace has passed when it is asked next what waiting cannot change.
  private var nextSettled = Duration.zero
  private var hasReadKept = false
  private var asksHolders: Bool
  private var pause = firstPause
  /// The named objects that are not known to be gone, and may go.
  private var pending: [Int]

  /// When each named object was seen to be gone, by the time that the driver tells; `nil` for one that is there.
  private(set) var ends: [Duration?]

  /// Whether the wait ended because nothing went on in the process.
  private(set) var isStalled = false

  /// - Parameters:
  ///   - grace: How long the objects may take to go.
  ///   - asksHolders: whether to find out what holds objects that then go late.
  init(_ subjects: Subjects, within grace: Duration, asksHolders: Bool = false) {
    self.subjects = subjects
    self.grace = grace
    deadline = grace
    self.asksHolders = asksHolders
    pending = (0..<subjects.count).filter(subjects.isAlive)
    ends = Array(repeating: .zero, count: subjects.count)
    for object in pending { ends[object] = nil }
  }

  /// Says what to do next.
  ///
  /// - Parameters:
  ///   - elapsed: How much of the grace has passed.
  ///   - time: How long after the beginning it is, by which the lateness of objects is told.
  ///   - quiet: How long ago the last sign was that the process gets on. The work that an object waits for may be behind that of many
  ///     other tests.
  /// - Complexity: O(*n*) in the number of named objects that may go.
  mutating func advance(
    at elapsed: Duration, time: Duration, quiet: Duration
  ) -> Step {
    pending.removeAll { object in
      if subjects.isAlive(object) { return false }
      ends[object] = time
      return true
    }
    if pending.isEmpty && !subjects.othersRemain() || subjects.isOver() { return .finish }
    let isFirst = nextSettled == .zero
    if !isFirst, elapsed >= deadline { return .finish }
    if elapsed >= nextSettled {
      nextSettled = isFirst ? Self.settledDelay : elapsed * 2
      return .readSettled
    }
    if quiet >= grace * 10 + Self.mostDelay {
      isStalled = true
      return .finish
    }
    if !hasReadKept, elapsed >= Self.keptDelay {
      hasReadKept = true
      if subjects.othersRemain() { return .readKept }
    }
    if asksHolders, elapsed >= Self.holdersDelay || time >= Self.mostHoldersDelay {
      asksHolders = false
      return .readHolders
    }
    defer { pause = min(pause * 2, Self.longestPause) }
    return .wait(min(pause, deadline - elapsed))
  }

  /// Waits for as long again where that was not done too often, and says whether it does.
  ///
  /// - Parameter elapsed: How much of the time has passed.
  mutating func extend(at elapsed: Duration) -> Bool {
    if isStalled || subjects.isOver() || extensions == Self.mostExtensions { return false }
    extensions += 1
    deadline = max(deadline, elapsed) + min(grace, Self.longestExtension)
    return true
  }

  /// Notes that waiting cannot change anything about the named `objects`.
  mutating func settle(_ objects: some Sequence<Int>) {
    let settled = Set(objects)
    pending.removeAll(where: settled.contains)
  }
}
