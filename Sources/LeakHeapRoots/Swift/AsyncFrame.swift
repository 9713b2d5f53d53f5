import CLeakBase
import LeakHeapReading
import LeakSymbolication

/// A function of a suspended task: where it goes on, and with what.
///
/// The compiler splits an asynchronous function where it waits, and keeps its variables in an asynchronous context. Where
/// a variable is in a part of the function is told by the context that the part is entered with, in a register. Which one
/// that is depends on who resumes the part:
///
/// - The function's beginning, and a part `TY`, which an executor or the runtime resumes, are entered with the function's
///   own context.
/// - A part `TQ`, which a function resumes that it waited for, is entered with that one's context. The first word there
///   leads to the function's own, and a variable's place begins with loading it.
///
/// A context begins with the caller's context, and the part of the caller that is resumed with this one.
/// Sources: `include/swift/ABI/Task.h` of the runtime, and `docs/ABI/Mangling.rst` of the Swift repository.
struct AsyncFrame: Hashable, Sendable {
  /// Where the part begins that is resumed.
  var code: UInt
  /// The context that it is entered with.
  var entryContext: UInt
  /// The context with the function's variables.
  var context: UInt
}

extension AsyncFrame {
  private static let limit = 1_000

  /// What tells the words of the memory that a task is in, and whether there is code at an address.
  struct Memory {
    var word: (UInt) -> UInt?
    var isCode: (UInt) -> Bool
  }

  /// The functions of the task at `task`, which is suspended, from the one that goes on first to those that wait for it.
  static func frames(ofTask task: UInt, in memory: Memory) -> [AsyncFrame] {
    // The part that is resumed, and its context after it.
    let resumption = UInt(crt_fact_task_resumption())
    guard let code = memory.word(task &+ resumption),
      let entry = memory.word(task &+ UInt(crt_fact_task_context()))
    else { return [] }
    return frames(from: code, enteredWith: entry, in: memory)
  }

  /// The function whose part at `code` is entered with the context `entry`, and those that wait for it.
  static func frames(
    from code: UInt, enteredWith entry: UInt, in memory: Memory
  ) -> [AsyncFrame] {
    guard LayoutFeature.tasks.holds else { return [] }
    let resumption = UInt(crt_fact_async_context_resumption())
    var (code, entry) = (code, entry)
    var frames: [AsyncFrame] = []
    for _ in 0..<limit {
      guard memory.isCode(code), let parent = memory.word(entry),
        let resumed = memory.word(entry &+ resumption)
      else { break }
      // The context of a function that the part waited for says that it resumes the part.
      let context = resumed == code ? parent : entry
      guard let next = memory.word(context &+ resumption) else { break }
      // What the runtime waits with is no function of Swift's, and resumes one with that one's own context.
      if context == entry, AsyncCode(at: resumed)?.isResumedByRuntime == true {
        (code, entry) = (resumed, parent)
        continue
      }
      frames.append(AsyncFrame(code: code, entryContext: entry, context: context))
      (code, entry) = (next, context)
    }
    return frames
  }
}

extension String {
  /// Whether a demangled name is that of an asynchronous function. What its parameters are, what it returns and what it is
  /// declared in does not matter.
  package var isTextOfAsyncFunction: Bool {
    var depth = 0
    let outside = String(
      filter { character in
        if character == ")" { depth -= 1 }
        defer { if character == "(" { depth += 1 } }
        return depth == 0
      })
    let own = outside.firstRange(of: " in ").map { outside[..<$0.lowerBound] } ?? outside[...]
    let effects = own.firstRange(of: " -> ").map { own[..<$0.lowerBound] } ?? own
    return effects.hasSuffix(" async") || effects.contains(" async ")
  }
}

/// What a function of a suspended task tells of its variables.
struct AsyncFrameState: DebugMachineState {
  /// The register that has the context when a part is entered.
  #if arch(x86_64)
    static let contextRegister = 14
  #else
    static let contextRegister = 22
  #endif

  var frame: AsyncFrame
  var bias: UInt64
  /// Tells the words of the memory that the task is in.
  var memory: (UInt) -> UInt?

  func register(_ number: Int) -> UInt64? { nil }

  func entryRegister(_ number: Int) -> UInt64? {
    number == Self.contextRegister ? UInt64(frame.entryContext) : nil
  }

  var canonicalFrameAddress: UInt64? { nil }

  func word(at address: UInt64) -> UInt64? { memory(UInt(address)).map(UInt64.init) }
}
