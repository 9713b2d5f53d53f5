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
  private let copy: ProcessCopy
  /// Each slab of the tasks, with the first task that has it: one task's are in the order in which it got them.
  private lazy var slabs = readSlabs()
  private lazy var ranges = NestedRanges(slabs.map(\.memory))
  private lazy var slabsByTask = Dictionary(grouping: slabs, by: \.task)
  private var variables: [UInt: [CopiedVariable]] = [:]
  private var frames: [UInt: [AsyncFrame]] = [:]
  /// Whether the functions at some addresses are the program's: those of many tasks are the same.
  private var arePrograms: [UInt: Bool] = [:]

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
    // Of a child's memory in its parent's, the child's begins later.
    ranges.innermost(containing: slot).map { slabs[$0].task }
  }

  /// The task of whose frames the memory at `slot` is, in the block at `block`: only a task's own block and a slab have any.
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
    return frame(at: slot, of: task, among: frames).map { !isProgram(frames[$0]) } ?? false
  }

  private func isProgram(_ frame: AsyncFrame) -> Bool {
    if let known = arePrograms[frame.code] { return known }
    let isProgram = frame.isProgram
    arePrograms[frame.code] = isProgram
    return isProgram
  }

  /// An address in the code of the function that has the memory at `slot`.
  func function(at slot: UInt, of task: UInt) -> UInt? {
    let frames = frames(of: task)
    return frame(at: slot, of: task, among: frames).map { frames[$0].code }
  }

  /// The position of the function that has the memory at `slot`. It is given out like a stack's: what follows a function's context
  /// is its own.
  private func frame(at slot: UInt, of task: UInt, among frames: [AsyncFrame]) -> Int? {
    let slabs = slabsByTask[task] ?? []
    func order(_ address: UInt) -> Int? { slabs.firstIndex { $0.memory.contains(address) } }
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

  private func readSlabs() -> [(task: UInt, memory: Range<UInt>)] {
    guard let slabs = try? copy.slabs() else { return [] }
    return slabs.map { (task: $0.task, memory: $0.start..<$0.end) }
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
