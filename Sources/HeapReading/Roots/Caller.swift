import CRuntime

/// Who asks for a check, and waits for it.
package struct Caller: Sendable, Hashable {
  /// The task, by its disguised address; `nil` outside of tasks.
  package var task: UInt?
  /// The number of the thread, where it is blocked meanwhile.
  package var thread: Int32?

  /// The task that this is called in.
  package init() {
    task = withUnsafeCurrentTask { task in
      task.map { unsafeBitCast($0, to: UInt.self).masked }
    }
  }

  /// Notes that the calling thread is blocked until the check is over.
  package mutating func block() { thread = crt_current_thread() }
}
