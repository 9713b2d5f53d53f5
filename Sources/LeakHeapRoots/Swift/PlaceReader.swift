import CLeakBase
import CLeakHeapRoots
import LeakBase
import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

/// Reads what the places of a copy are: whose memory it is, and how much a word there says.
final class PlaceReader {
  let copy: ProcessCopy
  private let globals: GlobalVariables
  private(set) lazy var tasks = CopiedTasks(copy)
  private var threads: [Int: CopiedThread] = [:]
  /// The variables of the functions on a thread's stack, by the thread's and the frame's position.
  private var variables: [Int: [Int: [CopiedVariable]]] = [:]
  private var variablesOfRunning: [UInt: [CopiedVariable]] = [:]
  /// The stories of tasks, by their addresses, and those that do not say yet whether a continuation can be resumed.
  private var stories: [UInt: TaskStory] = [:]
  private var outlines: [UInt: TaskStory] = [:]
  /// What leads to tasks that wait for a continuation, by their addresses.
  private var waiting: [UInt: Waiting] = [:]

  private lazy var systemWork = SystemWork(copy)
  /// The objects that are asked about.
  var checked: Set<UInt> = []

  /// What leads to a task: places without a type, and objects.
  private struct Waiting {
    var hits: [ProcessCopy.Hit] = []
    var hasOwner = false
  }

  /// A place without a type, or work that waits.
  struct Place {
    var root = Root.mapping
    var grade = EvidenceGrade.mayOwn
    /// Whether it is there for longer than a test.
    var outlivesTest = false
    /// Whether it is a task that waits for another one, which says more.
    var waitsForTask = false
    /// How much the place says: the less, the more.
    var rank: Int
    /// The variable of a function that it is in.
    var variable: LocalVariable?
    /// Whether it is a value that is bound in a task to a task-local variable.
    var isTaskLocal = false

    /// Memory that nobody is known to have says less than all that is known of other places.
    static let unknownMemoryRank = 38
    /// Memory of somebody's says more than a word on a stack of which nothing is known.
    static let memoryRank = 24
    /// What may be a singleton goes before what else may own it: nobody is to answer for one.
    static let programDataRank = 14
    /// What an object has behind its fields is more likely to be its own.
    static let elementRank = 22
  }

  init(_ copy: ProcessCopy, _ globals: GlobalVariables) {
    self.copy = copy
    self.globals = globals
  }

  /// What typed variables reach, where the copy has been told of them.
  var reach: RootReach { RootReach(copy, globals) }

  /// The type of the object at `block`; `nil` for memory without one.
  func type(of block: UInt) -> HeapObjectType? { copy.type(of: block) }

  /// Whether the block is an object of the kit's, which holds nothing of the program's.
  func isKits(_ block: UInt) -> Bool {
    block != 0 && type(of: block).map { KitModules.names.contains($0.module) } ?? false
  }

  /// Whether the words of the block have types.
  func isTyped(_ block: UInt) -> Bool { type(of: block).map { $0.kind != .unread } ?? false }

  /// The block that a word is in, if something is to be asked about that.
  func blockToAsk(_ hit: ProcessCopy.Hit) -> UInt? {
    hit.block == 0 || work(at: hit.block, by: hit) != nil ? nil : hit.block
  }

  /// The variable at `slot`, as a root.
  func root(atVariable slot: UInt) -> Root {
    if let index = copy.threadDictionaries[slot] { return .threadLocal(thread(index).thread) }
    return .program(symbol: globals.word(at: slot, compiler: copy.compiler).symbol)
  }

  // MARK: Words

  /// What a word without a type says.
  ///
  /// - Parameter codes: The code of the closures that the word's target belongs to, if it is known.
  func place(of hit: ProcessCopy.Hit, codes: [UInt] = []) -> Place {
    if case .stack(let thread) = hit.place,
      let place = runningPlace(of: codes, context: hit.target, on: thread)
    {
      return place
    }
    switch hit.place {
    case .program:
      let word = globals.word(at: hit.slot, compiler: copy.compiler)
      var grade = max(word.grade, .mayOwn)
      if case .variable(let plan, let address)? = word.value {
        // An enumeration's value says in what case it is.
        let value = ProcessCopy.Value(address, plan, in: copy.compiler.tables)
        grade = max(grade, copy.grade(ofWordAt: hit.slot, target: hit.target, of: value))
      }
      return Place(
        root: .program(symbol: word.symbol), grade: grade, outlivesTest: true,
        rank: Place.programDataRank)
    case .library, .runtime: return libraryPlace(hit)
    case .stack(let thread): return stackPlace(hit, on: thread)
    case .threadLocal(let thread), .threadValue(let thread):
      // A variable is one as long as the thread runs. What is in a task's memory may be left from before.
      return Place(root: .threadLocal(self.thread(thread).thread), outlivesTest: true, rank: 15)
    case .taskFrame: return taskFramePlace(hit)
    case .block: return blockPlace(hit)
    case .mapping: return Place(rank: 40)
    }
  }

  /// Whether the word is where somebody may have an address to use it later.
  func keepsAddress(_ hit: ProcessCopy.Hit) -> Bool {
    switch hit.place {
    case .program, .library, .block, .threadLocal, .threadValue: place(of: hit).grade.isNamed
    case .stack(let index):
      thread(index).isProgramsOwn && place(of: hit).grade.isNamed
    case .runtime, .taskFrame, .mapping: false
    }
  }

  private func libraryPlace(_ hit: ProcessCopy.Hit) -> Place {
    let symbol = Symbolizer.symbol(at: hit.slot)
    let root = Root.library(symbol: symbol, image: LoadedImage(at: hit.slot)?.fileName)
    let isValueList = DispatchStructures(copy: copy).isValueList(hit.target)
    if symbol == "_dispatch_main_q" || symbol == "_dispatch_root_queues" || isValueList {
      return Place(root: root, grade: .typedReference, outlivesTest: isValueList, rank: 6)
    }
    return Place(root: root, outlivesTest: true, rank: 31)
  }

  private func blockPlace(_ hit: ProcessCopy.Hit) -> Place {
    if isTask(hit.block) {
      let isClosure = CopiedTask(at: hit.block, in: copy)?.isClosure(at: hit.slot) ?? false
      return Place(grade: isClosure ? .typedReference : .mayOwn, rank: isClosure ? 8 : 16)
    }
    let structures = DispatchStructures(copy: copy)
    if structures.keeps(hit.target, at: hit.slot, of: hit.block)
      || structures.keepsValue(hit.target, at: hit.slot, of: hit.block)
    {
      return Place(grade: .typedReference, rank: 8)
    }
    if structures.leadsBack(at: hit.slot, of: hit.block) {
      return Place(grade: .neverOwns, rank: Place.memoryRank)
    }
    // Behind the fields of an object may be elements, as in a `ManagedBuffer`.
    return Place(rank: type(of: hit.block) == nil ? Place.memoryRank : Place.elementRank)
  }

  private func taskFramePlace(_ hit: ProcessCopy.Hit) -> Place {
    var place = Place(rank: 16)
    guard let task = tasks.task(ofFramesAt: hit.slot) else { return place }
    if let grade = tasks.grade(ofTaskLocalAt: hit, of: task) {
      return Place(grade: grade, rank: 9, isTaskLocal: true)
    }
    // What a running task has in its memory changes, and what is left there from before says little.
    if CopiedTask.isRunning(task, in: copy) { place.rank = 34 }
    // Nor does what is left in the memory of a function all of whose variables are known, nor a word of a library's function: there are
    // many, as each test that waits for its turn has some.
    if tasks.isLeftOver(hit.slot, of: task) || tasks.isLibrarys(hit.slot, of: task) {
      place.rank = 33
    }
    note(variables(of: task), hit, in: &place)
    place.variable?.isCallers = isWaiting(task)
    if !place.grade.isNamedFlatly,
      tasks.isChecks(hit.slot, of: task) || isLeftOver(hit, place, task)
    {
      place.grade = .neverOwns
    }
    return place
  }

  /// Whether the word is left over in a task that waits for the one which asks: it was there before what the check asks about, to which
  /// only a variable of its may lead. What it may have of other objects are its own.
  private func isLeftOver(_ hit: ProcessCopy.Hit, _ place: Place, _ task: UInt) -> Bool {
    tasks.bystanders.contains(task) && place.variable == nil && checked.contains(hit.target)
  }

  /// Whether the task waits for a check, or for one that does.
  private func isWaiting(_ task: UInt) -> Bool {
    tasks.bystanders.contains(task) || copy.callers.tasks.contains(task.masked)
  }

  /// Whether the word is one of the Swift runtime's own: its tables know types, not objects.
  func isRuntimes(_ hit: ProcessCopy.Hit) -> Bool {
    hit.place == .runtime
      && LoadedImage(at: hit.slot)?.fileName?.hasPrefix("libswiftCore.") ?? false
  }

  /// Notes the variable that the word is in. One that owns what it refers to goes before one that has it from its function's
  /// caller.
  private func note(_ variables: [CopiedVariable], _ hit: ProcessCopy.Hit, in place: inout Place) {
    let tables = copy.compiler.tables
    let graded = variables.compactMap { variable in
      variable.grade(ofWordAt: hit.slot, target: hit.target, in: copy).map { ($0, variable) }
    }
    guard let (grade, variable) = graded.min(by: { $0.0 < $1.0 }) else { return }
    place.grade = grade
    place.variable = variable.variable(at: hit.slot, in: tables)
    place.rank = grade.isNamedFlatly ? Self.variableRank : place.rank - 1
  }

  /// A variable says more than memory without a name, and less than work.
  private static let variableRank = 10

  /// How far the task at `task` is; `nil` where that is none.
  func story(ofTask task: UInt) -> TaskStory? {
    if let known = stories[task] { return known }
    guard var story = outline(ofTask: task) else { return nil }
    if story.wait == .continuation {
      story.wait = copy.callers.waits(task: task) ? .check : continuationWait(of: task)
    }
    stories[task] = story
    return story
  }

  /// How far the task at `task` is, but for whether the continuation that it waits for can be resumed, which takes a look at all memory;
  /// `nil` where that is none.
  private func outline(ofTask task: UInt) -> TaskStory? {
    if let known = outlines[task] { return known }
    guard isTask(task) else { return nil }
    let story = readOutline(task)
    outlines[task] = story
    return story
  }

  private func readOutline(_ task: UInt) -> TaskStory {
    var story = TaskStory(ofTask: task, tasks.frames(of: task), in: copy)
    story.isCallers = isWaiting(task)
    if story.wait == .running, let frame = runningFrame(ofTask: task),
      !KitModules.declare(functionAt: frame.code)
    {
      story.code = frame.code
    }
    return story
  }

  /// Whether anything still has the continuation that the task waits for: a word with the task's address.
  private func continuationWait(of task: UInt) -> TaskStory.Wait {
    if waiting[task] == nil { lookForOwners(of: task) }
    guard let waiting = waiting[task], !waiting.hasOwner else { return .continuation }
    var isSure = true
    for hit in waiting.hits {
      let owner = tasks.task(ofFramesAt: hit.slot, in: hit.block)
      // What the task's own functions have of it goes with them.
      if owner == task || hit.block == task { continue }
      // What an object has that is over, or soon is, resumes nothing.
      if hasBegunDeinit(hit.block) { continue }
      if let owner, isWaiting(owner), tasks.isLeftOver(hit.slot, of: owner) { continue }
      let place = place(of: hit)
      guard place.grade.isNamed else { continue }
      // What waits for the check resumes nothing meanwhile, and a word of it may be left from before; so may one in memory of
      // which nothing is known.
      let isMemory = hit.place == .block && owner == nil && type(of: hit.block) == nil
      guard !place.grade.isNamedFlatly,
        isMemory || owner.map(isWaiting) ?? place.root.waitsForCheck
      else { return .continuation }
      isSure = false
    }
    return isSure ? .droppedContinuation : .probablyDroppedContinuation
  }

  /// Looks for what leads to the task, and to the others that are known to wait for continuations: it takes as long for one as for all.
  private func lookForOwners(of task: UInt) {
    let others = outlines.filter { $0.value.wait == .continuation && waiting[$0.key] == nil }.keys
    let tasks = Set(others).union([task]).sorted()
    let masked = tasks.map(\.masked)
    guard let owners = try? copy.owners(of: masked), let hits = try? copy.words(leadingTo: masked)
    else {
      for task in tasks { waiting[task] = Waiting(hasOwner: true) }
      return
    }
    for task in tasks { waiting[task] = Waiting() }
    for edge in owners.edges {
      let (owner, task) = (owners.nodes[edge.source].address, owners.nodes[edge.target].address)
      guard waiting[task]?.hasOwner == false, !copy.hasOnlyHandles(ofTaskAt: task, in: owner) else {
        continue
      }
      waiting[task]?.hasOwner = true
    }
    for hit in hits { waiting[hit.target]?.hits.append(hit) }
  }

  /// The program's function that a thread runs for the task, where it is asynchronous itself.
  private func runningFrame(ofTask task: UInt) -> CopiedThread.Frame? {
    for index in 0..<crt_search_thread_count(copy.search) {
      let frame = thread(index).frames.first { frame in
        guard ProgramCode.contains(frame.code), let context = context(of: frame) else {
          return false
        }
        return tasks.task(ofFramesAt: context) == task
      }
      if let frame { return frame }
    }
    return nil
  }

  /// The context of an asynchronous function that a thread runs; `nil` for another function's frame, which may have its
  /// caller's there.
  private func context(of frame: CopiedThread.Frame) -> UInt? {
    guard AsyncCode(at: frame.code)?.isAsyncFunction ?? false else { return nil }
    return frame.asyncContextPlace.flatMap(copy.word)
  }

  /// The variables of the functions that the task is suspended in; of a running one, those of the function that a thread runs, and
  /// of those that await it.
  private func variables(of task: UInt) -> [CopiedVariable] {
    guard CopiedTask.isRunning(task, in: copy) else {
      return tasks.variables(of: task)
    }
    if let known = variablesOfRunning[task] { return known }
    var found: [CopiedVariable] = []
    if let frame = runningFrame(ofTask: task), let context = context(of: frame),
      let caller = copy.word(at: context &+ UInt(crt_fact_async_context_resumption()))
    {
      let waiting = AsyncFrame.frames(from: caller, enteredWith: context, in: copy.asyncMemory)
      let variables =
        (frame.isGuessed ? [] : CopiedVariable.variables(of: frame, in: copy))
        + CopiedVariable.variables(of: waiting, in: copy)
      found = variables.filter { !KitModules.declare(functionAt: $0.variable.code) }
    }
    variablesOfRunning[task] = found
    return found
  }

  func isTask(_ block: UInt) -> Bool { copy.word(at: block) == copy.compiler.symbols.task.bits }

  // MARK: Threads

  func thread(_ index: Int) -> CopiedThread {
    if let known = threads[index] { return known }
    let thread = CopiedThread(index, in: copy)
    threads[index] = thread
    return thread
  }

  private func stackPlace(_ hit: ProcessCopy.Hit, on index: Int) -> Place {
    let thread = self.thread(index)
    let owner = thread.owner(ofWordAt: hit.slot)
    if copy.callers.isChecks(slot: owner.place, onThread: thread.id) {
      return Place(grade: .neverOwns, rank: 99)
    }
    guard let position = owner.frame else {
      return Place(root: .stack(thread.thread, frames: []), rank: 35)
    }
    let frame = thread.frames[position]
    // A guessed frame says nothing of whose the word is.
    if thread.isIdle || !frame.isGuessed && KitModules.declare(functionAt: frame.code) {
      return Place(grade: .neverOwns, rank: 99)
    }
    let waits = copy.callers.waits(slot: owner.place, onThread: thread.id)
    guard let function = thread.programFrame(under: position) else {
      return Place(
        root: .stack(thread.thread, frames: [], wait: waits ? .check : nil), rank: 34)
    }
    // What the kit calls, a report that is being made say, has the kit's words.
    if KitModules.declare(functionAt: thread.frames[function].code) {
      return Place(grade: .neverOwns, rank: 99)
    }
    let codes = thread.frames[function...].map { $0.code &+ 1 }
    // What the function has called may wait for something else than the function called it for.
    let innermost = min(thread.innermostProgramFrame ?? function, function)
    var place = Place(
      root: .stack(
        thread.thread, frames: codes,
        wait: waits ? .check : ThreadWait(of: thread.frames[..<innermost].map(\.code))),
      rank: function == position ? 20 : 21)
    let variables = variables(of: position, on: index)
    // Where all variables are known, other words are what is left from before, or about to be used.
    if !variables.isEmpty { place.rank = 33 }
    note(variables, hit, in: &place)
    place.variable?.isCallers = waits
    return place
  }

  /// The variables of a frame's function. One that was guessed may be no frame at all.
  private func variables(of position: Int, on index: Int) -> [CopiedVariable] {
    if let known = variables[index]?[position] { return known }
    let frame = thread(index).frames[position]
    let found = frame.isGuessed ? [] : CopiedVariable.variables(of: frame, in: copy)
    variables[index, default: [:]][position] = found
    return found
  }

  // MARK: Objects that end

  /// Whether the `deinit` of the object at `block` has begun, if that is an object.
  func hasBegunDeinit(_ block: UInt) -> Bool {
    type(of: block) != nil
      && ReferenceCounts.hasBegunDeinit(ofObjectAt: block) { copy.word(at: $0 & ~7) }
  }

  // MARK: Work

  /// Work that waits to be done, or is being done, if `block` is such: a test case is that as well.
  func work(at block: UInt) -> Place? {
    guard let type = type(of: block) else {
      switch DispatchStructures(copy: copy).kind(of: block) {
      case .source, .queue, .group:
        return Place(root: .object, grade: .typedReference, rank: 4)
      case .other: return nil
      }
    }
    if type.kind == .task {
      // A task that is over keeps what it returned, and is kept by others.
      if CopiedTask(at: block, in: copy)?.state == .complete { return nil }
      return Place(
        root: .object, grade: .typedReference,
        waitsForTask: outline(ofTask: block)?.wait?.isForTask ?? false, rank: 5)
    }
    if systemWork.isPending(block, type) {
      // What a process reads from or writes to may have handlers of its own, which outlast it.
      let isProcess = ([type.name] + type.superclasses).contains(SystemWork.process)
      return Place(root: .object, grade: .typedReference, rank: isProcess ? 9 : 3)
    }
    if type.superclasses.contains("XCTest.XCTestCase") {
      return Place(root: .object, grade: .typedReference, rank: Self.testCaseRank)
    }
    return nil
  }

  /// XCTest has its test cases, wherever that is. It says less than a variable, and more than all that only may own.
  private static let testCaseRank = 11

  /// Work that has the word of `hit` as such. A queue has other words, too: what a program has set as its values.
  func work(at block: UInt, by hit: ProcessCopy.Hit) -> Place? {
    let structures = DispatchStructures(copy: copy)
    switch structures.kind(of: block) {
    case .queue where !structures.keeps(hit.target, at: hit.slot, of: block): return nil
    default: return work(at: block)
    }
  }
}
