import CLeakBase
import Synchronization

/// The kit's function that calls a body at the moment, if one does.
///
/// One thread notes it at a time; any thread may ask at any time, and hears of a call as a whole or not at all. Every check notes
/// its body, so there is no lock.
struct NotedCall: ~Copyable {
  /// Odd while there is a call.
  private let turn = Atomic<UInt>(0)
  private let stackStart = Atomic<UInt>(0)
  private let stackEnd = Atomic<UInt>(0)
  private let thread = Atomic<UInt>(0)
  private let context = Atomic<UInt>(0)

  func begin(_ call: crt_call) {
    stackStart.store(call.stack_start, ordering: .relaxed)
    stackEnd.store(call.stack_end, ordering: .relaxed)
    thread.store(call.thread, ordering: .relaxed)
    context.store(call.context, ordering: .relaxed)
    turn.add(1, ordering: .releasing)
  }

  func end() {
    turn.add(1, ordering: .releasing)
    // What the next call notes comes after that for everyone.
    atomicMemoryFence(ordering: .releasing)
  }

  /// The call, or `nil` while there is none.
  var current: crt_call? {
    let before = turn.load(ordering: .acquiring)
    if before & 1 == 0 { return nil }
    let call = crt_call(
      stack_start: stackStart.load(ordering: .relaxed),
      stack_end: stackEnd.load(ordering: .relaxed),
      thread: thread.load(ordering: .relaxed), context: context.load(ordering: .relaxed))
    atomicMemoryFence(ordering: .acquiring)
    return turn.load(ordering: .relaxed) == before ? call : nil
  }
}
