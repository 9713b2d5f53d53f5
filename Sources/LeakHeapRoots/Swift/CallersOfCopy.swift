import LeakBase

/// Those who asked for the checks for which a process was copied, and where the functions of all checks are.
struct CallersOfCopy {
  /// The tasks, by their disguised addresses.
  let tasks: Set<UInt>
  /// For each thread that is blocked, by its number, where the kit's functions are by which it waits, if that is known.
  private let threads: [Int32: Range<UInt>?]
  /// Where the kit's functions are by which others wait, by the thread's number.
  private let others: [Int32: Range<UInt>]
  /// Where the kit's functions are that have called the body of a check.
  private let stacks: [Range<UInt>]
  /// For each task that waits, the context of the kit's outermost function.
  private let waiting: [UInt: UInt]
  /// The outermost contexts, by the innermost ones.
  private let suspended: [UInt: UInt]

  /// - Parameter others: Those who wait for other checks.
  init(_ callers: [Caller], besides others: [Caller] = []) {
    tasks = Set(callers.compactMap(\.task))
    threads = Dictionary(
      callers.compactMap { caller in
        caller.thread.map { ($0, caller.waiting?.stack) }
      }, uniquingKeysWith: { first, _ in first })
    self.others = Dictionary(
      others.compactMap { caller in
        guard let thread = caller.thread, let stack = caller.waiting?.stack else { return nil }
        return (thread, stack)
      }, uniquingKeysWith: { first, _ in first })
    let stretches = (callers + others).flatMap(\.around)
    stacks = stretches.compactMap(\.stack)
    waiting = Dictionary(
      (callers + others).compactMap { caller in
        guard let task = caller.task, let outermost = caller.waiting?.outermost else { return nil }
        return (task, outermost)
      }, uniquingKeysWith: { first, _ in first })
    suspended = Dictionary(
      stretches.compactMap { stretch in
        guard let innermost = stretch.innermost, let outermost = stretch.outermost else {
          return nil
        }
        return (innermost, outermost)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the word at `slot` on the stack of a thread is in functions of the kit's.
  func isChecks(slot: UInt, onThread thread: Int32) -> Bool {
    threads[thread]??.contains(slot) ?? false || others[thread]?.contains(slot) ?? false
      || stacks.contains { $0.contains(slot) }
  }

  /// Whether the function that has the word at `slot`, on the stack of a thread, has called a check that the thread waits for.
  func waits(slot: UInt, onThread thread: Int32) -> Bool {
    guard let waiting = threads[thread] else { return false }
    return waiting.map { slot >= $0.upperBound } ?? true
  }

  /// Whether the task has called a check, and waits for it.
  func waits(task: UInt) -> Bool { waiting[task.masked] != nil }

  /// Which of the functions of a task, by their positions in `frames`, are the kit's.
  func checks(_ frames: [AsyncFrame], of task: UInt) -> Set<Int> {
    var positions: Set<Int> = []
    func add(from first: Int, to outermost: UInt) {
      guard let last = frames[first...].firstIndex(where: { $0.context == outermost }) else {
        return
      }
      positions.formUnion(first...last)
    }
    if let outermost = waiting[task.masked] { add(from: 0, to: outermost) }
    for (position, frame) in frames.enumerated() {
      if let outermost = suspended[frame.context] { add(from: position, to: outermost) }
    }
    return positions
  }
}
