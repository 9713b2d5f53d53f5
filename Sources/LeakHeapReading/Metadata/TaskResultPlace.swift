import CLeakBase
import LeakBase

/// Where a task's result will be. Until the task ends anything is there: what an earlier task left, with its closure, as well.
///
/// Source: `FutureFragment` in `include/swift/ABI/Task.h` and `FutureAsyncContextPrefix` in `stdlib/public/Concurrency/Task.cpp` of the
/// runtime.
package struct TaskResultPlace {
  private let begin: UInt
  private let end: UInt

  /// The place behind the future at `future`, whose type is plausible. `read` gives words of memory that can be read.
  package init?(ofFutureAt future: UInt, read: (UInt) -> UInt?) {
    guard let word = read(future &+ UInt(crt_fact_future_type())) else { return nil }
    let type = TypeMetadata(Address(word))
    let mask = UInt(type.alignmentMask)
    begin = (future &+ UInt(crt_fact_future_value()) &+ mask) & ~mask
    end = begin &+ UInt(type.size)
  }

  /// Whether the word at `slot` is the context of the task's closure, as far as the place says: before that and the code stands where
  /// the result will be.
  package func isBefore(closureAt slot: UInt, read: (UInt) -> UInt?) -> Bool {
    slot &- 16 >= end && read(slot &- 16) == begin
  }
}
