import CLeakBase
import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakHeapRoots

@Suite struct CallersOfCopyTests {
  private static func call(context: UInt) -> crt_call {
    crt_call(stack_start: 0, stack_end: 0, thread: 1, context: context)
  }

  private static func call(_ stack: Range<UInt>, thread: UInt = 1) -> crt_call {
    crt_call(
      stack_start: stack.lowerBound, stack_end: stack.upperBound, thread: thread, context: 0)
  }

  private static func frames(_ contexts: [UInt]) -> [AsyncFrame] {
    contexts.map { AsyncFrame(code: 0, entryContext: 0, context: $0) }
  }

  /// The functions by which a task waits, and those that have called the bodies of the checks around, one stretch each.
  @Test func functionsOfATask() async throws {
    let caller = Caller(
      Self.call(context: 30),
      around: [
        CheckStretch(from: Self.call(context: 50), to: Self.call(context: 60)),
        // The body of another task's check.
        CheckStretch(from: Self.call(context: 70), to: Self.call(context: 75)),
      ])
    let task = try #require(caller.task).unmasked
    let callers = CallersOfCopy([caller])
    let frames = Self.frames([10, 20, 30, 40, 50, 55, 60, 70, 80])
    #expect(callers.checks(frames, of: task) == [0, 1, 2, 4, 5, 6])
    // Of a task that asks for none it is known where a body was called.
    #expect(callers.checks(frames, of: task + 16) == [4, 5, 6])
    // Where the function that was entered is not among them, nothing is known.
    #expect(callers.checks(Self.frames([10, 20, 40]), of: task) == [])
  }

  /// Nobody else runs on a thread that only waits: all below is the kit's. What a run loop calls is not.
  @Test func functionsOnAStack() throws {
    let outer = CheckStretch(from: Self.call(700..<720), to: Self.call(740..<760))
    var blocked = Caller(Self.call(500..<600), around: [outer])
    blocked.block(in: nil)
    var runsLoop = blocked
    runsLoop.block(in: Self.call(400..<450))
    let thread = try #require(blocked.thread)
    let slots: [UInt] = [300, 400, 599, 600, 699, 700, 759, 760]
    for (caller, checks) in [
      (blocked, [true, true, true, false, false, true, true, false]),
      (runsLoop, [false, true, true, false, false, true, true, false]),
    ] {
      let callers = CallersOfCopy([caller])
      #expect(slots.map { callers.isChecks(slot: $0, onThread: thread) } == checks)
      #expect(slots.map { callers.waits(slot: $0, onThread: thread) } == slots.map { $0 >= 600 })
      #expect(!callers.waits(slot: 800, onThread: thread + 1))
    }
  }

  /// Of functions on different threads, or of one that is asynchronous and one that is not, no stretch of a stack is known.
  @Test func stretchesOfOneStack() {
    let entry = Self.call(500..<600)
    #expect(CheckStretch(from: Self.call(400..<450), to: entry).stack == 400..<600)
    #expect(CheckStretch(from: Self.call(400..<450, thread: 2), to: entry).stack == nil)
    #expect(CheckStretch(from: Self.call(context: 7), to: entry).stack == nil)
    #expect(CheckStretch(from: Self.call(400..<450), to: Self.call(context: 7)).stack == nil)
  }

  /// What a function has on the stack is its own, and what its caller has is not.
  @Test(.disabled(if: Sanitizer.isAny, "a sanitizer keeps local variables elsewhere"))
  func callingFunction() {
    var own = 0
    withUnsafeMutablePointer(to: &own) { pointer in
      let (inside, call) = inner()
      let stack = call.stack_start..<call.stack_end
      #expect(stack.contains(inside))
      #expect(!stack.contains(UInt(bitPattern: pointer)))
      #expect(call.context == 0)
    }
  }

  @inline(never)
  private func inner() -> (address: UInt, call: crt_call) {
    var own = 0
    let call = crt_calling_function()
    return withUnsafeMutablePointer(to: &own) { (UInt(bitPattern: $0), call) }
  }

  /// An asynchronous function is among those of its task, by its context.
  @Test func callingAsynchronousFunction() async throws {
    let context = await suspending()
    #expect(context.before == context.after)
    #expect(context.before != 0)
  }

  @inline(never)
  private func suspending() async -> (before: UInt, after: UInt) {
    let before = crt_calling_async_function().context
    await Task.yield()
    return (before, crt_calling_async_function().context)
  }
}
