import CLeakHeapRoots
import CUnwindingScenes
import Foundation

/// A thread that waits in a system call, of which only the stack pointer and where it is are known.
struct BlockedSituation: Sendable {
  let name: String
  /// Starts the thread, or is called on the main thread and does not come back.
  private let start: @Sendable (Blocked) -> Void

  /// Runs `wait` on a thread of its own. It notes its callers and waits, both in one function.
  init(_ name: String, _ wait: @escaping @Sendable (Blocked) -> Void) {
    self.name = name
    start = { blocked in Thread.detachNewThread { enter(3, blocked, wait) } }
  }

  /// Calls `start`, which has the function it is given run somewhere.
  init(
    _ name: String, in start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.name = name
    self.start = { blocked in
      start {
        enter(3, blocked) { blocked in
          blocked.note()
          sleep(1000)
        }
      }
    }
  }

  /// Prints what is found, and ends the process.
  func report() -> Never {
    let blocked = Blocked()
    Thread.detachNewThread {
      // Since glibc 2.41 `exit` waits for whoever reads from a file.
      FileHandle.standardOutput.write(Data((blocked.report() + "\n").utf8))
      _exit(0)
    }
    start(blocked)
    while true { sleep(1000) }
  }
}

/// Some callers between the thread's first function and the one that waits.
@inline(never)
private func enter(_ depth: Int, _ blocked: Blocked, _ wait: @Sendable (Blocked) -> Void) {
  if depth == 0 { wait(blocked) } else { enter(depth - 1, blocked, wait) }
  withExtendedLifetime(blocked) {}
}

/// A thread that is about to wait.
final class Blocked: @unchecked Sendable {
  private let isNoted = DispatchSemaphore(value: 0)
  private var thread: Int32 = 0
  /// The function that waits, and its callers.
  private var noted: [Frame] = []

  /// Notes the caller and its callers.
  @inline(never)
  func note() {
    var own = crt_unwind_frame()
    crt_unwind_here(&own)
    let begin = Frame(own).stackPointer
    noted = Frame.callers().filter { $0.stackPointer > begin }
    thread = uws_thread()
    isNoted.signal()
  }

  /// Compares what was noted with what is found from outside, once the thread waits. What the rules find alone
  /// is told apart.
  ///
  /// Some calls wake now and then, and wait again: `Process.waitUntilExit` asks twenty times a second whether the process is over. What
  /// is compared has to be of one wait.
  func report() -> String {
    isNoted.wait()
    for _ in 1..<Self.mostAttempts {
      let before = waits
      let finding = compared()
      if finding == Self.everything || waits == before { return finding }
    }
    return compared()
  }

  private static let mostAttempts = 20
  private static let everything = "every caller and its frame pointer, to the end"

  private func compared() -> String {
    let place = settledPlace()
    let innermost = crt_unwind_frame_at(place.pc, place.stackPointer)
    let alone = Unwinding(innermost)
    tell(alone)
    if let difference = difference(from: alone) { return difference }
    let guessed = Unwinding(thread: innermost)
    if let difference = difference(from: guessed) { return difference }
    guard let place = meeting(guessed) else { return "never comes to the function that waits" }
    let found = guessed.frames[place.found...]
    guard found.count == noted.count - place.noted, guessed.ending == CRT_UNWIND_END else {
      return "\(found.count) of \(noted.count - place.noted) callers"
    }
    guard Unwinding(thread: innermost, inCopy: true) == guessed else {
      return "a copy of the process finds something else"
    }
    guard found.allSatisfy(\.knowsFramePointer) else { return "frame pointers are missing" }
    return Self.everything
  }

  /// Where `unwinding` comes to what was noted: to the function that waits, or to its caller, where an optimised
  /// function had no more to do than to wait, and left that to the one it called.
  private func meeting(_ unwinding: Unwinding) -> (found: Int, noted: Int)? {
    for index in 0..<2 {
      let found = unwinding.frames.firstIndex { $0.stackPointer == noted[index].stackPointer }
      if let found, unwinding.frames[found].function == noted[index].function {
        return (found, index)
      }
    }
    return nil
  }

  /// What is in `unwinding` and not as it was noted. The function that waits has another call now.
  private func difference(from unwinding: Unwinding) -> String? {
    guard let place = meeting(unwinding) else { return nil }
    let pairs = zip(unwinding.frames[(place.found + 1)...], noted[(place.noted + 1)...])
    return pairs.first { !$0.agrees(with: $1) }.map { "\($0) is \($1)" }
  }

  /// Says to whom it may concern how far the rules alone come.
  private func tell(_ unwinding: Unwinding) {
    let waiting = meeting(unwinding)?.found
    let inner = unwinding.frames[..<(waiting ?? unwinding.frames.count)]
    let names = inner.map {
      $0.knowsFramePointer ? $0.function : "\($0.function) (no frame pointer)"
    }
    let isFound = waiting != nil && unwinding.ending == CRT_UNWIND_END
    let text =
      "by rules alone: \(isFound ? "to the end" : "lost"); \(names.joined(separator: " < "))\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}

// MARK: Where the thread is

extension Blocked {
  private typealias Place = (pc: UInt, stackPointer: UInt)

  /// Where the thread is when it has been there for a moment.
  private func settledPlace() -> Place {
    var place: Place = (0, 0)
    var quietLooks = 0
    while quietLooks < 3 {
      usleep(5000)
      let now = self.place() ?? (0, 0)
      quietLooks = now.pc != 0 && now == place ? quietLooks + 1 : 0
      place = now
    }
    return place
  }

  /// The last two numbers of the line (man 5 proc_pid_syscall), which says `running` while there are none.
  private func place() -> Place? {
    let path = "/proc/self/task/\(thread)/syscall"
    guard let line = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let numbers = line.split { $0.isWhitespace }.suffix(2).compactMap {
      UInt($0.dropFirst(2), radix: 16)
    }
    return numbers.count == 2 ? (numbers[1], numbers[0]) : nil
  }
}

extension Blocked {
  /// How often the thread has begun to wait, as a line of its status (man 5 proc_pid_status); `nil` once it has ended.
  private var waits: Substring? {
    let status = try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
    return status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
  }
}

extension Frame {
  /// Its name, as far as the dynamic linker knows it.
  fileprivate var function: String {
    String(cString: uws_function(pc - (isCaller ? 1 : 0)))
  }
}
