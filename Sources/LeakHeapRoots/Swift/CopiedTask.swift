import CLeakBase
import LeakBase
import LeakHeapReading
import LeakSymbolication

/// A task of the Swift runtime's, as it was in a copy of the process.
///
/// Sources: `AsyncTask` and `AsyncContext` in `include/swift/ABI/Task.h`, `AsyncTask::PrivateStorage` and
/// `ActiveTaskStatus` in `stdlib/public/Concurrency/TaskPrivate.h` of the Swift repository.
struct CopiedTask {
  /// Where the fields are.
  private enum Field {
    static var flags: UInt { UInt(crt_fact_task_flags()) }
    static var resumeFunction: UInt { UInt(crt_fact_task_resumption()) }
    static var status: UInt { UInt(crt_fact_task_status()) }
    static var firstSlab: UInt { UInt(crt_fact_task_first_slab()) }
    static var taskLocals: UInt { UInt(crt_fact_task_locals()) }
    /// The end of what every task has.
    static var end: UInt { UInt(crt_fact_task_fields()) }
  }

  let address: UInt
  let state: TaskState
  /// Whether `cancel()` was called.
  let isCancelled: Bool
  private let copy: ProcessCopy

  /// The task at `address`; `nil` where it cannot be read.
  init?(at address: UInt, in copy: ProcessCopy) {
    guard let status = Self.uint32(at: address &+ Field.status, in: copy) else { return nil }
    self.address = address
    self.copy = copy
    state = TaskState(status: status)
    isCancelled = status >> UInt32(crt_fact_task_cancelled_bit()) & 1 == 1
  }

  /// What is in a task, where the layout of tasks is known.
  private static func word(at address: UInt, in copy: ProcessCopy) -> UInt? {
    LayoutFeature.tasks.holds ? copy.word(at: address) : nil
  }

  private static func uint32(at address: UInt, in copy: ProcessCopy) -> UInt32? {
    LayoutFeature.tasks.holds ? copy.memory.uint32(at: address) : nil
  }

  /// Where the memory for frames begins that the task was given first.
  static func firstSlab(ofTaskAt task: UInt, in copy: ProcessCopy) -> UInt? {
    word(at: task &+ Field.firstSlab, in: copy)
  }

  /// The task that waits for this one, its child; `nil` for one that is nobody's child.
  ///
  /// Sources: `JobFlags` in `include/swift/ABI/MetadataValues.h` for bit 24, `AsyncTask::ChildFragment` in
  /// `include/swift/ABI/Task.h`, which follows the fields of every task and begins with the parent.
  static func parent(ofTaskAt task: UInt, in copy: ProcessCopy) -> UInt? {
    guard let flags = uint32(at: task &+ Field.flags, in: copy),
      flags >> UInt32(crt_fact_task_child_bit()) & 1 == 1
    else { return nil }
    return copy.word(at: task &+ Field.end)
  }

  /// The symbol of the function that the task goes on with.
  static func resumption(ofTaskAt task: UInt, in copy: ProcessCopy) -> String? {
    word(at: task &+ Field.resumeFunction, in: copy).flatMap(Symbolizer.symbol)
  }

  /// Where the values are that are bound in the task to task-local variables, and of what types they are.
  ///
  /// They form a list: the next one with a kind in its lowest bits, 0 for a value; the variable; the value's type; and the
  /// value (`TaskLocal::Item` in `include/swift/ABI/TaskLocal.h`).
  static func taskLocals(
    ofTaskAt task: UInt, in copy: ProcessCopy
  ) -> [(address: UInt, type: TypeMetadata)] {
    var values: [(address: UInt, type: TypeMetadata)] = []
    var item = word(at: task &+ Field.taskLocals, in: copy) ?? 0
    let valueOffset = UInt(crt_fact_task_local_value())
    while item != 0, item & 7 == 0, values.count < mostTaskLocals, let link = copy.word(at: item) {
      if link & 7 == 0, let type = copy.word(at: item + UInt(crt_fact_task_local_type())),
        type & 7 == 0,
        copy.compiler.isPlausibleType(TypeMetadata(Address(type)))
      {
        let metadata = TypeMetadata(Address(type))
        let mask = UInt(metadata.alignmentMask)
        values.append(((item + valueOffset + mask) & ~mask, metadata))
      }
      item = link & ~7
    }
    return values
  }

  private static let mostTaskLocals = 1000
}

extension CopiedTask {
  /// Whether the word at `slot` is the context of the closure that the task runs: the task owns it until it is over.
  func isClosure(at slot: UInt) -> Bool { slot == closureSlot }

  /// The context of the closure that the task runs; `nil` where it has none, or that is not known.
  var closureContext: UInt? { closureSlot.flatMap(copy.word) }

  /// The code of the closure that the task runs; `nil` where it has captured nothing, or that is not known.
  var closureCode: UInt? { closureSlot.flatMap { copy.word(at: $0 &- 8) } }

  /// Where that is: behind the task's fields, the place of its result and a pointer to code, before the memory for frames.
  private var closureSlot: UInt? {
    let fields = address &+ Field.end
    guard let slab = Self.word(at: address &+ Field.firstSlab, in: copy) else { return nil }
    let place = TaskResultPlace(
      ofTaskAt: address, read: copy.word, isType: copy.compiler.isPlausibleType)
    return stride(from: fields &+ 8, to: fields &+ Self.mostBytesBefore, by: 8).first { slot in
      guard slab < address || slot < slab, let code = copy.word(at: slot &- 8),
        copy.compiler.map.isCode(Address(code))
      else { return false }
      return place?.isBefore(closureAt: slot, read: copy.word) ?? true
    }
  }

  /// So many bytes are at most between a task's fields and the context of its closure.
  private static let mostBytesBefore: UInt = 1024

  /// Whether there is a task at `address` that a thread runs.
  static func isRunning(_ address: UInt, in copy: ProcessCopy) -> Bool {
    CopiedTask(at: address, in: copy)?.state == .running
  }
}
