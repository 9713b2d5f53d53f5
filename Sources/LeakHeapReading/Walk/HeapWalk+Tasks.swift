import CLeakBase
import LeakBase
import LeakHeapModel

/// Tasks that have not finished: what their closures captured, what their suspended functions keep, and the tasks that wait for them.
///
/// A task's frames have no metadata. They lie in slabs, which the task's allocator fills like a stack.
/// Sources: `include/swift/ABI/Task.h` and `stdlib/public/runtime/StackAllocator.h` of the runtime.
extension HeapWalk {
  /// A slab: metadata pointer, next slab, capacity and how much is used, and the memory.
  private enum Slab {
    static var next: Int { crt_fact_slab_next() }
    static var capacity: Int { crt_fact_slab_capacity() }
    static var current: Int { crt_fact_slab_used() }
    static var header: Int { crt_fact_slab_header() }
  }

  /// A task's future: who waits for it and, in the two lowest bits, how it ended; the type of its value, the
  /// error that it ended with, and its value.
  private enum Future {
    static var type: Int { crt_fact_future_type() }
    static var error: Int { crt_fact_future_error() }
    static var value: Int { crt_fact_future_value() }
    static var succeeded: UInt { UInt(crt_fact_future_succeeded()) }
    static var failed: UInt { UInt(crt_fact_future_failed()) }
  }

  /// Where a task's own fields begin, after the job that it is: with the context that goes on.
  private static var taskFields: Int { crt_fact_task_context() }

  /// The first slab's address stands this far into a task at the most.
  private static let taskFieldsEnd = 256

  mutating func readTask(_ task: Address) {
    let content = compiler.tables.addReason("what an unfinished task holds")
    if isScanningOff(for: content) { return }
    let block = map.blockSize(at: task)
    // The child task of an `async let` lies in its parent's frame, in a buffer that begins with the task.
    let isChild = block == 0 && map.isReadable(task, length: Self.taskFieldsEnd)
    let size = isChild ? Self.taskFieldsEnd : block
    guard size >= 128 else { return noteUnread(content) }
    if let future = future(of: task, size: size) {
      switch future.word() & 3 {
      case Future.succeeded: return readValue(of: future)
      case Future.failed:
        let label = compiler.tables.label(ReferenceLabel(role: .content, path: "error"))
        return reference(to: future.address(at: Future.error), label: label, index: -1)
      default: readWaiters(of: future)
      }
    }
    let first = firstSlab(of: task, size: size)
    let isInside = first.bits > task.bits && first.bits < task.bits + UInt(size)
    readClosure(of: task, fieldsEnd: isInside ? Int(first.bits - task.bits) : size)
    readSlabs(from: first, besides: readTaskLocals(of: task))
  }

  private func future(of task: Address, size: Int) -> Address? {
    for offset in TaskResultPlace.futures where offset + Future.value <= size {
      let type = TypeMetadata(task.address(at: offset + Future.type))
      if compiler.isPlausibleType(type) { return task + offset }
    }
    return nil
  }

  /// Notes the tasks that wait for the end of the one whose future this is: it alone resumes them, as a continuation would.
  ///
  /// The future has the one that began to wait last, and each of them the one before. What has been resumed is on other lists.
  private mutating func readWaiters(of future: Address) {
    let label = compiler.tables.label(.waiter)
    let first = future.word()
    var waiter = Address(first & ~3)
    for _ in 0..<limits.waitingTasks {
      guard isSuspendedTask(waiter) else { break }
      reference(to: waiter, label: label, index: -1)
      waiter = waiter.address(at: crt_fact_task_next_waiter())
    }
    // One that was resumed meanwhile may be on another task's list by now.
    if future.word() != first { return noteChange() }
    if isSuspendedTask(waiter) {
      noteUnread(
        compiler.tables.addReason("who waits for a task beyond \(limits.waitingTasks) tasks"))
    }
  }

  private func isSuspendedTask(_ address: Address) -> Bool {
    address.bits & 15 == 0 && map.isReadable(address, length: Self.taskFieldsEnd)
      && address.address() == symbols.task
      && TaskState(status: address.uint32(at: crt_fact_task_status())) == .suspended
  }

  /// Reads what a task returned, and keeps for whoever asks for its value.
  private mutating func readValue(of future: Address) {
    let type = TypeMetadata(future.address(at: Future.type))
    let plan = compiler.plan(for: type)
    if compiler.tables.isEmpty(plan) { return }
    let offset = (Future.value + type.alignmentMask) & ~type.alignmentMask
    let label = ReferenceLabel(role: .content, path: "value")
    run(compiler.tables.relabeled(plan, as: label), at: future + offset, index: -1)
  }

  /// Scans for the context of the closure that a task runs. It stands behind the task's fields, the place of its result and a pointer to
  /// code, the closure's own where it returns what the task does and can throw.
  private mutating func readClosure(of task: Address, fieldsEnd: Int) {
    let label = compiler.tables.label(.closureContext)
    let read = { Address($0).word() }
    let place = TaskResultPlace(
      ofTaskAt: task.bits, read: read, isType: compiler.isPlausibleType)
    for offset in stride(from: crt_fact_task_fields() + 8, to: fieldsEnd - 7, by: 8)
    where map.isInImage(task.address(at: offset - 8), length: 1) {
      if let place, !place.isBefore(closureAt: (task + offset).bits, read: read) { continue }
      let word = task.word(at: offset)
      if word == task.bits { continue }
      let before = references.count
      scan(word, label: label)
      let code = task.word(at: offset - 8)
      if references.count > before, map.isCode(Address(code)) {
        functions.append(FunctionCode(reference: UInt32(truncatingIfNeeded: before), code: code))
      }
      return
    }
  }

  /// The first slab of a task's allocator, which keeps the latest allocation and, after it, the first slab.
  /// An allocation begins with the one before it and its slab. All of this is checked: words of a task that
  /// are not in use may be stale.
  private func firstSlab(of task: Address, size: Int) -> Address {
    for offset in stride(from: Self.taskFields, to: min(size, Self.taskFieldsEnd) - 15, by: 8) {
      let first = task.address(at: offset + 8)
      guard isSlab(first) else { continue }
      let latest = task.address(at: offset)
      guard latest.bits & 15 == 0, map.isReadable(latest, length: 16) else { continue }
      let slab = latest.address(at: crt_fact_slab_allocation())
      guard isSlab(slab) else { continue }
      let begin = slab.bits + UInt(Slab.header)
      let end = begin + UInt(slab.uint32(at: Slab.capacity))
      if (begin..<end).contains(latest.bits) { return first }
    }
    return Address(0)
  }

  private func isSlab(_ address: Address) -> Bool {
    address.bits >= 0x10000 && address.bits & 15 == 0 && !symbols.taskSlab.isNull
      && map.isReadable(address, length: Slab.header) && address.address() == symbols.taskSlab
  }

  /// Reads the values that are bound in the task itself to task-local variables: they lie among its frames, and have types.
  ///
  /// - Returns: The memory of those of which all is known.
  private mutating func readTaskLocals(of task: Address) -> [Range<UInt>] {
    let label = ReferenceLabel(role: .content, path: "taskLocal")
    var known: [Range<UInt>] = []
    for value in TaskLocalValue.all(inTaskAt: task, isInheriting: false, by: compiler) {
      let plan = compiler.plan(for: value.type)
      guard map.isReadable(value.place, length: value.type.size), compiler.tables.isRead(plan)
      else { continue }
      run(compiler.tables.relabeled(plan, as: label), at: value.place, index: -1)
      known.append(value.memory)
    }
    return known.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Scans the part of each slab that is in use, without the memory whose content is `known`, in order.
  private mutating func readSlabs(from first: Address, besides known: [Range<UInt>]) {
    let label = compiler.tables.label(.frame)
    var slab = first
    for _ in 0..<limits.taskSlabs {
      guard isSlab(slab) else { return }
      let used = Int(slab.uint32(at: Slab.current))
      guard used <= Int(slab.uint32(at: Slab.capacity)),
        map.isReadable(slab, length: Slab.header + used)
      else { return }
      var place = slab + Slab.header
      let end = place + used
      for memory in known where place.bits <= memory.lowerBound && memory.upperBound <= end.bits {
        scanFrames(at: place, length: Int(memory.lowerBound - place.bits), label: label)
        place = Address((memory.upperBound + 7) & ~7)
      }
      scanFrames(
        at: place, length: Int(bitPattern: end.bits) - Int(bitPattern: place.bits), label: label)
      scanChildTasks(at: slab + Slab.header, length: used, label: label)
      slab = slab.address(at: Slab.next)
    }
    if isSlab(slab) {
      noteUnread(
        compiler.tables.addReason("what a task keeps beyond \(limits.taskSlabs) slabs of memory"))
    }
  }

  /// Scans `length` bytes of frames. A closure has its function before its context; so does a frame that begins with a context as its first
  /// variable: what is to be resumed is before that, which its symbol tells (``HeapSnapshot/name(of:)``).
  private mutating func scanFrames(at place: Address, length: Int, label: UInt32) {
    scanWords(at: place, length: length, label: label, noting: .ofClosureContexts)
  }

  /// Notes the child tasks that lie in `length` bytes of a frame.
  private mutating func scanChildTasks(at place: Address, length: Int, label: UInt32) {
    for offset in stride(from: 0, to: length - 15, by: 16)
    where place.word(at: offset) == symbols.task.bits {
      reference(
        to: place + offset, label: label, index: -1,
        confidence: .conservative)
    }
  }
}
