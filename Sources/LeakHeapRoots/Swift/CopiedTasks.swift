import CLeakBase
import LeakBase
import LeakHeapModel
import LeakSymbolication

/// The tasks of a process, as they were in a copy, with the memory that their functions use.
///
/// A task has memory for the frames of its functions: slabs, of which the first may be in the task itself, and others in
/// blocks of their own. A child task that `async let` makes is in such memory of its parent's. Sources:
/// `stdlib/public/runtime/StackAllocator.h` and `AsyncTask::PrivateStorage` of the Swift repository.
final class CopiedTasks {
  private enum Slab {
    static var next: UInt { UInt(crt_fact_slab_next()) }
    static var capacity: UInt { UInt(crt_fact_slab_capacity()) }
    static var used: UInt { UInt(crt_fact_slab_used()) }
    static var header: UInt { UInt(crt_fact_slab_header()) }
    static let most = 1 << 20
  }

  private let copy: ProcessCopy
  /// What each task has, by its address.
  private lazy var memory = findMemory()
  private var variables: [UInt: [CopiedVariable]] = [:]
  private var frames: [UInt: [AsyncFrame]] = [:]
  private var slabs: [UInt: [Range<UInt>]] = [:]

  init(_ copy: ProcessCopy) {
    self.copy = copy
  }

  /// Those that wait for a task that asks for a check: they were there before what it has made.
  private(set) lazy var bystanders: Set<UInt> = {
    var bystanders: Set<UInt> = []
    for caller in copy.callers.tasks {
      var task = CopiedTask.parent(ofTaskAt: caller.unmasked, in: copy)
      while let parent = task, bystanders.insert(parent).inserted {
        task = CopiedTask.parent(ofTaskAt: parent, in: copy)
      }
    }
    return bystanders
  }()

  /// The task of whose frames the memory at `slot` is; `nil` for other memory.
  func task(ofFramesAt slot: UInt) -> UInt? {
    var low = 0
    var high = memory.count
    while low < high {
      let middle = (low + high) / 2
      if memory[middle].range.lowerBound <= slot { low = middle + 1 } else { high = middle }
    }
    // Of a child's memory in its parent's, the child's begins later.
    return memory[..<low].last { $0.range.contains(slot) }?.task
  }

  /// The task of whose frames the memory at `slot` is, which is in the block at `block`: only a task's own block and a slab have any.
  func task(ofFramesAt slot: UInt, in block: UInt) -> UInt? {
    let symbols = copy.compiler.symbols
    guard let first = copy.word(at: block),
      first == symbols.task.bits || first == symbols.taskSlab.bits
    else { return nil }
    return task(ofFramesAt: slot)
  }

  /// The variables of the task's functions, if it is suspended, without those of the kit's.
  func variables(of task: UInt) -> [CopiedVariable] {
    if let known = variables[task] { return known }
    let found = CopiedVariable.variables(of: frames(of: task), in: copy).filter {
      !KitModules.declare(functionAt: $0.variable.code)
    }
    variables[task] = found
    return found
  }

  /// The functions that the task is suspended in, innermost first.
  func frames(of task: UInt) -> [AsyncFrame] {
    if let known = frames[task] { return known }
    let state = CopiedTask(at: task, in: copy)?.state
    let isSuspended = state != nil && state != .running && state != .complete
    let found = isSuspended ? AsyncFrame.frames(ofTask: task, in: copy.asyncMemory) : []
    frames[task] = found
    return found
  }

  /// Whether the memory at `slot` is that of functions by which the task waits for a check, or has called the body of one.
  func isChecks(_ slot: UInt, of task: UInt) -> Bool {
    let frames = frames(of: task)
    guard let frame = frame(at: slot, of: task, among: frames) else { return false }
    return copy.callers.checks(frames, of: task).contains(frame)
      || KitModules.declare(functionAt: frames[frame].code)
  }

  /// Whether the word at `slot` is in no variable of a function that is suspended and has all of its variables in its frame: it was
  /// left there from before, or is about to be used.
  func isLeftOver(_ slot: UInt, of task: UInt) -> Bool {
    let frames = frames(of: task)
    guard let frame = frame(at: slot, of: task, among: frames) else { return false }
    let variables = variables(of: task).filter { $0.variable.code == frames[frame].code }
    return !variables.isEmpty && !variables.contains { $0.isInOptimizedCode || $0.covers(slot) }
  }

  /// Whether the memory at `slot` is a suspended function's that is not of the program. It seldom has the program's objects itself.
  func isLibrarys(_ slot: UInt, of task: UInt) -> Bool {
    let frames = frames(of: task)
    return frame(at: slot, of: task, among: frames).map { !frames[$0].isProgram } ?? false
  }

  /// An address in the code of the function that has the memory at `slot`.
  func function(at slot: UInt, of task: UInt) -> UInt? {
    let frames = frames(of: task)
    return frame(at: slot, of: task, among: frames).map { frames[$0].code }
  }

  /// The position of the function that has the memory at `slot`. It is given out like a stack's: what follows a function's context
  /// is its own.
  private func frame(at slot: UInt, of task: UInt, among frames: [AsyncFrame]) -> Int? {
    let slabs = slabs(of: task)
    func order(_ address: UInt) -> Int? { slabs.firstIndex { $0.contains(address) } }
    guard let last = order(slot) else { return nil }
    return frames.firstIndex { frame in
      order(frame.context).map { $0 < last || $0 == last && frame.context <= slot } ?? false
    }
  }

  /// What the values bound in the task to task-local variables say of the word of `hit`; `nil` for a word that is in none.
  func grade(ofTaskLocalAt hit: ProcessCopy.Hit, of task: UInt) -> EvidenceGrade? {
    for (address, type) in CopiedTask.taskLocals(ofTaskAt: task, in: copy)
    where address <= hit.slot && hit.slot < address + UInt(max(type.size, 8)) {
      let value = ProcessCopy.Value(
        address: address, size: type.size, plan: copy.compiler.plan(for: type))
      return copy.grade(ofWordAt: hit.slot, target: hit.target, of: value)
    }
    return nil
  }

  /// Each slab once, as that of the first task that has it. In memory for frames may also be what is left of children that are
  /// over; their slabs are those of others by now, or the one that they lie in.
  private func findMemory() -> [(task: UInt, range: Range<UInt>)] {
    guard var tasks = try? copy.blocks(beginningWith: [copy.compiler.symbols.task.bits]) else {
      return []
    }
    var memory: [(task: UInt, range: Range<UInt>)] = []
    var found = Set(tasks)
    var owned: Set<UInt> = []
    var next = 0
    while next < tasks.count, memory.count < Slab.most {
      let task = tasks[next]
      next += 1
      for slab in slabs(of: task) where owned.insert(slab.lowerBound).inserted {
        memory.append((task, slab))
        tasks += tasksInside(slab).filter { found.insert($0).inserted }
      }
    }
    return memory.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The memory for frames that the task at `task` has.
  private func slabs(of task: UInt) -> [Range<UInt>] {
    if let known = slabs[task] { return known }
    let found = readSlabs(of: task)
    slabs[task] = found
    return found
  }

  private func readSlabs(of task: UInt) -> [Range<UInt>] {
    var slabs: [Range<UInt>] = []
    var next = CopiedTask.firstSlab(ofTaskAt: task, in: copy)
    var found: Set<UInt> = []
    while let slab = next, slab != 0, found.insert(slab).inserted, slabs.count < Slab.most,
      copy.word(at: slab) == copy.compiler.symbols.taskSlab.bits,
      let capacity = copy.memory.uint32(at: slab + Slab.capacity)
    {
      let start = slab + Slab.header
      slabs.append(start..<start + UInt(capacity))
      next = copy.word(at: slab + Slab.next)
    }
    return slabs
  }

  /// The tasks that are in memory for frames, as far as that is in use.
  private func tasksInside(_ slab: Range<UInt>) -> [UInt] {
    let header = slab.lowerBound - Slab.header
    guard let used = copy.memory.uint32(at: header + Slab.used),
      let bytes = copy.bytes(at: slab.lowerBound, count: min(Int(used), slab.count))
    else { return [] }
    let isa = copy.compiler.symbols.task.bits
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count & ~15, by: 16).lazy.filter {
        bytes.loadUnaligned(fromByteOffset: $0, as: UInt.self) == isa
      }.map { slab.lowerBound + UInt($0) }
    }
  }
}

extension ProcessCopy {
  /// What tells the words of the copy to those who read frames of tasks.
  var asyncMemory: AsyncFrame.Memory {
    AsyncFrame.Memory(
      word: { $0 & 7 == 0 ? self.word(at: $0) : nil },
      isCode: { self.compiler.map.isCode(Address($0)) })
  }
}
