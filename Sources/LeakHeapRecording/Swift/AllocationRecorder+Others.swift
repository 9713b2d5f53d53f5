import CLeakBase
import CLeakHeapRecording
import LeakBase
import LeakHeapReading
import LeakSymbolication

extension AllocationRecorder {
  /// Records nothing from now on in tasks that are in no scope, and have the task-local value of a type of `module` that was
  /// bound first in the current task: these do the work of others, such as tests that nobody checks.
  ///
  /// Where the current task has no such value, or tasks cannot be read, nothing changes.
  package static func leaveOutTasks(withValuesOf module: String) {
    guard LayoutFeature.tasks.holds else { return }
    let task = withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: UInt.self) } }
    guard let task else { return }
    let key = HeapReader.shared.withCompiler { compiler in
      BoundValue.all(inTaskAt: Address(task), by: compiler).last { $0.belongs(to: module) }?.key
    }
    if let key { crt_recorder_leave_out(UnsafeRawPointer(bitPattern: key)) }
  }
}

/// A value that is bound to a task-local variable.
private struct BoundValue {
  /// What the runtime knows the variable by.
  let key: UInt
  let type: TypeMetadata

  private static let most = 1000

  /// The values that are bound in a task that is running on this thread, the last one first: `TaskLocal::Item` in
  /// `include/swift/ABI/TaskLocal.h`.
  static func all(inTaskAt task: Address, by compiler: PlanCompiler) -> [BoundValue] {
    var values: [BoundValue] = []
    var item = task.address(at: crt_fact_task_locals())
    var count = 0
    while !item.isNull, item.bits & 7 == 0, count < most,
      compiler.map.isReadable(item, length: crt_fact_task_local_value())
    {
      count += 1
      let link = item.word()
      // Other items than values say where the values of the parent begin.
      if link & 7 == 0 {
        let type = TypeMetadata(item.address(at: crt_fact_task_local_type()))
        if compiler.isPlausibleType(type) {
          values.append(BoundValue(key: item.word(at: crt_fact_task_local_key()), type: type))
        }
      }
      item = Address(link & ~7)
    }
    return values
  }

  /// Whether the type, or what it is an optional of, is one of the module's.
  func belongs(to module: String) -> Bool {
    guard let name = TypeNameReader.name(of: type) else { return false }
    return name.hasPrefix("\(module).") || name.hasPrefix("Swift.Optional<\(module).")
  }
}
