/// The task that asks for a check.
package enum CheckingTask {
  /// Its disguised address; `nil` outside of tasks.
  package static var maskedAddress: UInt? {
    withUnsafeCurrentTask { task in
      task.map { unsafeBitCast($0, to: UInt.self).masked }
    }
  }
}
