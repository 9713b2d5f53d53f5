import CLeakBase
import LeakBase

/// Where a task's result will be. Until the task ends anything is there: what an earlier task left, with its closure, as well.
///
/// Source: `FutureFragment` in `include/swift/ABI/Task.h` and `FutureAsyncContextPrefix` in `stdlib/public/Concurrency/Task.cpp` of the
/// runtime.
package struct TaskResultPlace {
  private let begin: UInt
  private let end: UInt

  /// Where a task's future may begin: behind its fields, or behind what makes it a child of a task or of a group.
  package static var futures: StrideThrough<Int> {
    let first = crt_fact_task_fields()
    return stride(from: first, through: first + 32, by: 8)
  }

  /// The place in the task at `task`; `nil` for a task without a result.
  ///
  /// - Parameters:
  ///   - read: Gives words of memory that can be read.
  ///   - isType: Whether a word is the address of a type, as far as that can be told.
  package init?(
    ofTaskAt task: UInt, read: (UInt) -> UInt?, isType: (TypeMetadata) -> Bool
  ) {
    guard let flags = read(task &+ UInt(crt_fact_task_flags())),
      flags >> UInt(crt_fact_task_future_bit()) & 1 == 1
    else { return nil }
    func type(at future: UInt) -> TypeMetadata? {
      let word = read(future &+ UInt(crt_fact_future_type()))
      return word.map { TypeMetadata(Address($0)) }.flatMap { isType($0) ? $0 : nil }
    }
    let futures = Self.futures.lazy.map { task &+ UInt($0) }
    guard let future = futures.first(where: { type(at: $0) != nil }), let type = type(at: future)
    else { return nil }
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
