import CLeakHeapRecording
import LeakBase
import LeakHeapReading
import LeakSymbolication

extension AllocationRecorder {
  /// Leaves out from now on what is done in tasks that are in no scope, and have the task-local value of a type of `module` that was
  /// bound first in the current task: these do the work of others, such as tests that nobody checks.
  ///
  /// Where the current task has no such value, or tasks cannot be read, nothing changes.
  package static func leaveOutTasks(withValuesOf module: String) {
    let task = withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UInt.self) } }
    guard let task else { return }
    let key = HeapReader.shared.withCompiler { compiler in
      TaskLocalValue.all(inTaskAt: Address(task), by: compiler).last { $0.belongs(to: module) }?.key
    }
    if let key { crt_recorder_leave_out(UnsafeRawPointer(bitPattern: key)) }
  }
}

extension TaskLocalValue {
  /// Whether the type, or what it is an optional of, is one of the module's.
  fileprivate func belongs(to module: String) -> Bool {
    guard let name = TypeNameReader.name(of: type) else { return false }
    return name.hasPrefix("\(module).") || name.hasPrefix("Swift.Optional<\(module).")
  }
}

extension AllocationScope {
  /// Owns from now on what is done in tasks that ``AllocationRecorder/leaveOutTasks(withValuesOf:)`` leaves out.
  package func ownLeftOut() { crt_recorder_give_left_out(id.rawValue) }
}
