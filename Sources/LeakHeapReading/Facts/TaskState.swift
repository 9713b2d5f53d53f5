import CLeakBase

/// How far a task is.
package enum TaskState: Hashable {
  case running
  /// It waits for a thread.
  case enqueued
  case suspended
  case complete

  /// By the flags of `ActiveTaskStatus`.
  package init(status: UInt32) {
    func has(_ bit: Int) -> Bool { status >> UInt32(bit) & 1 != 0 }
    self =
      if has(crt_fact_task_complete_bit()) {
        .complete
      } else if has(crt_fact_task_running_bit()) {
        .running
      } else if has(crt_fact_task_enqueued_bit()) {
        .enqueued
      } else {
        .suspended
      }
  }
}
