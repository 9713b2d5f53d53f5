import CRuntime

/// A task of the Swift runtime's, as it was in a copy of the process.
///
/// Sources: `AsyncTask` and `AsyncContext` in `include/swift/ABI/Task.h`, `AsyncTask::PrivateStorage` and
/// `ActiveTaskStatus` in `stdlib/public/Concurrency/TaskPrivate.h` of the Swift repository.
struct CopiedTask {
  /// Where the fields are, for 64-bit systems.
  private enum Field {
    static let flags: UInt = 32
    static let resumeFunction: UInt = 56
    static let status: UInt = 96
    static let firstSlab: UInt = 120
    static let taskLocals: UInt = 136
    /// The end of what every task has.
    static let end: UInt = 208
  }

  /// How far a task is.
  enum State: Hashable {
    case running
    /// It waits for a thread.
    case enqueued
    case suspended
    case complete
  }

  let address: UInt
  let state: State
  private let copy: ProcessCopy

  /// The task at `address`; `nil` where it cannot be read.
  init?(at address: UInt, in copy: ProcessCopy) {
    guard let flags = copy.memory.uint32(at: address + Field.status) else { return nil }
    self.address = address
    self.copy = copy
    state =
      if flags & 0x2000 != 0 {
        .complete
      } else if flags & 0x800 != 0 {
        .running
      } else if flags & 0x1000 != 0 {
        .enqueued
      } else {
        .suspended
      }
  }

  /// Where the memory for frames begins that the task was given first.
  static func firstSlab(ofTaskAt task: UInt, in copy: ProcessCopy) -> UInt? {
    copy.word(at: task + Field.firstSlab)
  }

  /// The task that waits for this one, its child; `nil` for one that is nobody's child.
  ///
  /// Sources: `JobFlags` in `include/swift/ABI/MetadataValues.h` for bit 24, `AsyncTask::ChildFragment` in
  /// `include/swift/ABI/Task.h`, which follows the fields of every task and begins with the parent.
  static func parent(ofTaskAt task: UInt, in copy: ProcessCopy) -> UInt? {
    guard let flags = copy.memory.uint32(at: task + Field.flags), flags >> 24 & 1 == 1 else {
      return nil
    }
    return copy.word(at: task + Field.end)
  }

  /// The symbol of the function that the task goes on with.
  static func resumption(ofTaskAt task: UInt, in copy: ProcessCopy) -> String? {
    copy.word(at: task + Field.resumeFunction).flatMap(Symbolizer.symbol)
  }

  /// Where the values are that are bound in the task to task-local variables, and of what types they are.
  ///
  /// They form a list: the next one with a kind in its lowest bits, 0 for a value; the variable; the value's type; and the
  /// value (`TaskLocal::Item` in `include/swift/ABI/TaskLocal.h`).
  static func taskLocals(
    ofTaskAt task: UInt, in copy: ProcessCopy
  ) -> [(address: UInt, type: TypeMetadata)] {
    var values: [(address: UInt, type: TypeMetadata)] = []
    var item = copy.word(at: task + Field.taskLocals) ?? 0
    while item != 0, item & 7 == 0, values.count < mostTaskLocals, let link = copy.word(at: item) {
      if link & 7 == 0, let type = copy.word(at: item + 16), type & 7 == 0,
        copy.compiler.isPlausibleType(TypeMetadata(Address(type)))
      {
        let metadata = TypeMetadata(Address(type))
        let mask = UInt(metadata.alignmentMask)
        values.append(((item + 24 + mask) & ~mask, metadata))
      }
      item = link & ~7
    }
    return values
  }

  private static let mostTaskLocals = 1000

  /// Whether the word at `slot` is the context of the closure that the task runs: the task owns it until it is over.
  ///
  /// It stands behind the task's fields and a pointer to code, before the memory for frames
  /// (`FutureAsyncContextPrefix` in `stdlib/public/Concurrency/Task.cpp`).
  func isClosure(at slot: UInt) -> Bool {
    guard slot >= address + Field.end, let slab = copy.word(at: address + Field.firstSlab),
      slab < address || slot < slab, let code = copy.word(at: slot - 8)
    else { return false }
    return copy.compiler.map.isCode(Address(code))
  }
}

extension CopiedTask {
  /// Whether there is a task at `address` that a thread runs.
  static func isRunning(_ address: UInt, in copy: ProcessCopy) -> Bool {
    CopiedTask(at: address, in: copy)?.state == .running
  }
}
