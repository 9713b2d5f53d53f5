/// Watches the objects of one check until nothing is left to wait for.
///
/// While it waits it asks the objects' liveness and nothing else. The heap is read twice: when something is there at
/// first, for cycles that nobody can break, and when the grace has passed, for what is still there.
///
/// The watch has no clock and does not wait: whoever drives it tells the time, reads, and sleeps as long as it says.
struct LeakWatch: Sendable {
  /// What is to be done next.
  enum Step: Hashable {
    /// Read the heap, and tell by ``settle(_:)`` what waiting cannot change.
    case readFirst
    /// Find out what holds the objects now: they may go.
    case readHolders
    /// Wait this long.
    case wait(Duration)
    /// Nothing is left to wait for. The objects that ``isAlive`` are to be read for the last time.
    case finish
  }

  /// The first pause between two looks at the objects.
  static let firstPause = Duration.microseconds(50)
  /// The longest pause between two looks at the objects.
  static let longestPause = Duration.milliseconds(20)
  /// What is gone after this long needs no reason.
  static let holdersDelay = Duration.milliseconds(50)

  private let grace: Duration
  private let isAlive: @Sendable (Int) -> Bool
  private let isOver: @Sendable () -> Bool
  private let asksHolders: Bool

  private var isFirst = true
  private var hasAskedHolders = false
  private var pause = firstPause
  /// The objects that are not known to be gone, and may go.
  private var pending: [Int]
  /// The objects that waiting cannot change.
  private var settled: Set<Int> = []

  /// When each object was seen to be gone, by the time that the driver tells; `nil` for one that is there.
  private(set) var ends: [Duration?]

  /// - Parameters:
  ///   - count: The number of objects.
  ///   - grace: How long they may take to go.
  ///   - asksHolders: whether to find out what holds objects that then go late.
  ///   - isOver: Whether nothing is asked any more, although objects are there.
  ///   - isAlive: Whether the `deinit` of the object at a position has not begun.
  init(
    _ count: Int, within grace: Duration, asksHolders: Bool = false,
    isOver: @escaping @Sendable () -> Bool = { false },
    isAlive: @escaping @Sendable (Int) -> Bool
  ) {
    self.grace = grace
    self.asksHolders = asksHolders
    self.isOver = isOver
    self.isAlive = isAlive
    pending = (0..<count).filter(isAlive)
    ends = Array(repeating: .zero, count: count)
    for object in pending { ends[object] = nil }
  }

  /// Says what to do next.
  ///
  /// - Parameters:
  ///   - elapsed: How much of the grace has passed.
  ///   - time: How long after the beginning it is, by which the lateness of objects is told.
  /// - Complexity: O(*n*) in the number of objects that may go.
  mutating func advance(at elapsed: Duration, time: Duration) -> Step {
    pending.removeAll { object in
      if isAlive(object) { return false }
      ends[object] = time
      return true
    }
    if pending.isEmpty || isOver() { return .finish }
    if isFirst {
      isFirst = false
      return .readFirst
    }
    if elapsed >= grace { return .finish }
    if asksHolders, !hasAskedHolders, elapsed >= Self.holdersDelay {
      hasAskedHolders = true
      return .readHolders
    }
    defer { pause = min(pause * 2, Self.longestPause) }
    return .wait(min(pause, grace - elapsed))
  }

  /// Notes that waiting cannot change anything about `objects`.
  mutating func settle(_ objects: some Sequence<Int>) {
    settled.formUnion(objects)
    pending.removeAll(where: settled.contains)
  }
}
