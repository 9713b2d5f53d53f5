import Foundation
import LeakBase
import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots
import LeakSymbolication

extension HoldingPlace {
  /// Recognises the place that a path begins at.
  ///
  /// A variable of the program's is the place itself. Otherwise the most telling object on the path is: a task, a
  /// timer, a queue; by the types that the system's libraries give them, and for memory of theirs by the
  /// symbol that its first word points at.
  init(_ path: RootPath) {
    if let (property, _) = path.testCaseProperty {
      self.init(.testCase, name: property)
    } else if let variable = path.variable, variable.isCallers {
      self.init(variableOfTest: variable, path)
    } else if let task = path.task {
      self.init(task, path.variable)
      if task.isCallers, !task.isTaskLocal { becomeTestVariable() }
    } else if let place = Self.queueValue(on: path) {
      self = place
    } else if case .program = path.root, let place = Self.waiting(on: path) {
      self = place
    } else if case .program(let symbol?) = path.root {
      self.init(global: symbol)
    } else if let place = Self.system(on: path) {
      self = place
    } else {
      self.init(root: path.root)
      if path.root.waitsForCheck { becomeTestVariable() }
      note(path.variable)
    }
  }

  /// A variable of the test's, or the property of the suite that it is in: the object of the suite is in a variable of what
  /// the macro of the test has made.
  private init(variableOfTest variable: LocalVariable, _ path: RootPath) {
    if let property = path.suiteProperty {
      self.init(.suite, name: property.name)
    } else {
      self.init(.testVariable)
      note(variable)
    }
  }

  /// Makes a place in a function that waits for the check one of the test's own.
  private mutating func becomeTestVariable() {
    kind = .testVariable
    wait = nil
    isCancelled = nil
    thread = nil
  }

  private init(_ task: TaskStory, _ variable: LocalVariable?) {
    let isContinuation = task.wait?.isForContinuation ?? false
    self.init(
      task.isTaskLocal ? .taskLocal : isContinuation ? .continuation : .task,
      line: task.code.flatMap { Symbolizer.shared.callLine(at: $0) }.map(
        RetainPath.SourceLine.init),
      wait: task.wait?.text)
    isCancelled = task.isCancelled ? true : nil
    note(task.code.flatMap(Symbolizer.shared.functionName))
    note(variable)
  }

  /// Notes the variable that has the object, with its function and line.
  private mutating func note(_ variable: LocalVariable?) {
    guard let variable, let name = variable.name,
      let function = variable.inlinedFunction.map(FunctionName.init(symbol:))
        ?? Symbolizer.shared.functionName(at: variable.code), !function.text.isEmpty
    else { return }
    self.variable = name
    note(function)
    guard let place = place(of: variable) else {
      // Where the function has come to that the other one is inlined in says nothing of the variable.
      if variable.inlinedFunction != nil { line = nil }
      return
    }
    line = RetainPath.SourceLine(place)
    // What a macro was expanded to has lines of its own.
    if let declared = variable.line, !place.isExpansion {
      line?.line = declared
      line?.isApproximate = false
    }
  }

  /// Where the function is written that has the variable.
  private func place(of variable: LocalVariable) -> SourcePlace? {
    guard let function = variable.inlinedFunction else {
      return Symbolizer.shared.sourceLine(at: variable.code)
    }
    return Symbolizer.shared.sourceLine(ofFunctionNamed: function, inImageAt: variable.code)
  }

  /// Notes the function that the place is in.
  private mutating func note(_ function: FunctionName?) {
    guard let function else { return }
    name = function.text
    module = function.module
    let distinctions = [function.functionType, function.discriminator].compactMap(\.self)
    discriminator = distinctions.isEmpty ? nil : distinctions.joined(separator: " ")
  }

  /// What reports call the main queue.
  static let mainQueue = "the main queue"
  /// What they call a queue of the process's that has no serial order.
  static let globalQueue = "a global queue"

  /// - Parameter symbol: The linker's name of the variable, if it has one.
  private init(global symbol: String?) {
    let variable = symbol.map(VariableName.init)
    self.init(
      .global, name: variable?.text, module: variable?.module,
      discriminator: variable?.discriminator)
  }

  private init(root: Root) {
    switch root {
    case .program(let symbol): self.init(global: symbol)
    case .stack(let thread, let frames, let wait):
      let caller = ProgramCode.caller(among: frames)
      self.init(
        .stack,
        line: caller.flatMap { Symbolizer.shared.callLine(at: $0.code) }
          .map(RetainPath.SourceLine.init),
        wait: wait?.text, thread: thread.givenName)
      note(caller?.function)
    case .running(let thread, let closure, let code, let wait):
      self.init(
        .running, line: Symbolizer.shared.callLine(at: code).map(RetainPath.SourceLine.init),
        wait: wait?.text, thread: thread.givenName)
      note(Symbolizer.shared.functionName(at: closure))
    case .threadLocal(let thread): self.init(.threadLocal, thread: thread.givenName)
    case .library("_dispatch_main_q", _): self.init(.pendingBlock, name: Self.mainQueue)
    case .library("_dispatch_root_queues", _): self.init(.pendingBlock, name: Self.globalQueue)
    case .library(_, "libdispatch.so"): self.init(.dispatchSource)
    case .library(_, let image): self.init(.library, name: image)
    case .mapping, .object: self.init(.memory)
    }
  }

  /// The notification centre of the process, the queue right before the object, if work for it waits there, or the request that it is
  /// the completion handler's: that says more than the variable which leads to the queue or the session.
  private static func waiting(on path: RootPath) -> HoldingPlace? {
    let graph = path.snapshot.graph
    if graph.objects.indices.dropLast().contains(where: { isCenters($0, on: path) }) {
      return HoldingPlace(.notificationCenter)
    }
    let last = graph.objects.indices.dropLast().last {
      let type = graph.type(of: $0)
      // An operation is what its queue has to do, whoever declared its class.
      return type.visibility == .program && !type.superclasses.contains("Foundation.Operation")
    }
    let objects = graph.objects.indices.dropLast().dropFirst((last ?? -1) + 1)
    if let task = path.registeredURLSessionTask(among: objects) { return HoldingPlace(task) }
    for index in objects.reversed() {
      let type = graph.type(of: index).name
      if type == "Foundation.OperationQueue" { return HoldingPlace(.operationQueue) }
      if let place = dispatch(at: index, on: path) { return place }
    }
    return nil
  }

  /// What a queue has for a key that a variable of the program's leads to, or that the process has; `nil` where the way leads there
  /// through nothing of the kind: a block that waits on such a queue may have another one.
  private static func queueValue(on path: RootPath) -> HoldingPlace? {
    guard let list = path.blocks.firstIndex(where: { $0?.isValueList ?? false }) else { return nil }
    switch path.root {
    // The process's other queues have no symbol in a library that is stripped.
    case .library(let symbol, _) where list == 0:
      return HoldingPlace(
        .queueValue, name: symbol == "_dispatch_main_q" ? mainQueue : globalQueue)
    case .program:
      return HoldingPlace(.queueValue, name: list > 0 ? path.blocks[list - 1]?.label : nil)
    default: return nil
    }
  }

  /// Whether the object is the notification centre of the process, or what that has of an observer, the token: in Swift 6.2 that refers
  /// to the block. The centre keeps what observes, whichever variable leads there as well.
  private static func isCenters(_ index: Int, on path: RootPath) -> Bool {
    path.snapshot.addresses[index] == DefaultNotificationCenter.address
      || path.snapshot.graph.type(of: index).name == "Foundation.NSNotificationReceiver"
  }

  /// The system object on the path that keeps the rest, if there is one that is known: before the program's
  /// first object, and one of a session of URLs rather than what that is made of.
  private static func system(on path: RootPath) -> HoldingPlace? {
    let graph = path.snapshot.graph
    let objects = graph.objects.indices.prefix { graph.type(of: $0).visibility != .program }
    if let place = request(among: objects.indices, on: path) { return place }
    if path.root == .object, let first = graph.objects.indices.first,
      graph.type(of: first).superclasses.contains("Foundation.Operation")
    {
      return HoldingPlace(.operationQueue, name: path.hasOperationQueue ? nil : "an operation")
    }
    // Dispatch's sources and queues lead to each other: the nearest to the object is the one that keeps it.
    for index in objects.reversed() {
      if let place = dispatch(at: index, on: path) { return place }
    }
    if path.root == .object, let first = graph.objects.indices.first,
      graph.type(of: first).isKind(of: "Foundation.Process")
    {
      return HoldingPlace(.process)
    }
    for index in objects {
      if let place = named(graph.type(of: index).name, at: index, on: path) { return place }
    }
    return nil
  }

  /// The request that a session of URLs has to do, and keeps the rest for; `nil` where none of the objects at `indices` is a session's, or
  /// where that is idle: then who has it keeps the rest.
  private static func request(among indices: Range<Int>, on path: RootPath) -> HoldingPlace? {
    let isSession = { (index: Int) in
      path.snapshot.graph.type(of: index).name.hasPrefix("FoundationNetworking.URLSession")
    }
    guard indices.contains(where: isSession) else { return nil }
    if let task = path.urlSessionTask(among: indices) {
      return path.root == .object || HoldingPlace.RequestState(task) != .completed
        ? HoldingPlace(task) : nil
    }
    return path.root == .object && indices.first.map(isSession) == true
      ? HoldingPlace(.urlSessionTask) : nil
  }

  private static func dispatch(at index: Int, on path: RootPath) -> HoldingPlace? {
    guard let block = path.blocks[index], let symbol = block.symbol else { return nil }
    // Sources: the tables of types in swift-corelibs-libdispatch's src/event/event.c and src/init.c.
    if symbol == "_dispatch_source_type_after" {
      return HoldingPlace(
        .delayedBlock, dueWithin: block.timer?.secondsLeft(after: path.beginning),
        isWorkItem: path.hasWorkItem(behind: index) ? true : nil)
    }
    if symbol == "_dispatch_source_type_timer" {
      if block.isSuspended { return HoldingPlace(.dispatchTimer, wait: "is suspended") }
      if block.isCancelled { return HoldingPlace(.dispatchTimer, wait: isCancelled) }
      return HoldingPlace(.dispatchTimer, interval: block.timer?.interval)
    }
    if block.isSource {
      return HoldingPlace(
        .dispatchSource, name: path.handlerOfFileHandle,
        wait: block.isCancelled && !block.isSuspended ? isCancelled : nil)
    }
    if block.isGroup { return HoldingPlace(.dispatchGroup) }
    guard block.isQueue, path.blocks[index + 1]?.isWork ?? false else { return nil }
    return HoldingPlace(
      .pendingBlock, name: block.label,
      wait: block.isSuspended
        ? "is suspended" : block.targetsSuspended ? "targets a suspended queue" : nil)
  }

  /// What a source does that was cancelled, and still has its handlers.
  static let isCancelled = "is cancelled"

  private static func named(
    _ type: String, at index: Int, on path: RootPath
  ) -> HoldingPlace? {
    switch type {
    case "Foundation.Timer": HoldingPlace(timerAt: index, on: path)
    case "FoundationEssentials.NotificationCenter", "Foundation.NotificationCenter":
      HoldingPlace(.notificationCenter)
    case "Foundation.OperationQueue": HoldingPlace(.operationQueue)
    // It may be in no queue, and be started by who has it.
    case "Foundation.BlockOperation", "Foundation.Operation":
      path.root != .object || path.hasOperationQueue
        ? nil : HoldingPlace(.operationQueue, name: "an operation")
    case "Foundation.Thread":
      path.root.isStack ? nil : HoldingPlace(.threadLocal)
    default: nil
    }
  }
}

extension RootPath {
  /// The property of a file handle that has the closure on the path, if one does: its source is none of the program's.
  ///
  /// Source: swift-corelibs-foundation, `Sources/Foundation/FileHandle.swift`: the setters make a source for each handler.
  fileprivate var handlerOfFileHandle: String? {
    let handlers = ["readabilityHandler", "writeabilityHandler"]
    let functions = snapshot.graph.references.indices.lazy.compactMap(snapshot.graph.function)
    for function in functions {
      let name = Symbolizer.shared.functionName(at: snapshot.functions[Int(function.rawValue)])
      guard let name, name.enclosingType == "FileHandle" else { continue }
      if let handler = handlers.first(where: name.text.contains) { return handler }
    }
    return nil
  }
}

extension ThreadWait {
  /// What the thread does, after a `which`.
  fileprivate var text: String {
    switch self {
    case .semaphore: "waits for a semaphore"
    case .lock: "waits for a lock"
    case .condition: "waits for a condition"
    case .group: "waits for a DispatchGroup"
    case .queue: "waits for a dispatch queue"
    case .workItem: "waits for a DispatchWorkItem"
    case .thread: "waits for another thread"
    case .time: "sleeps"
    case .input: "waits for input"
    case .event: "waits for I/O or a timeout"
    case .process: "waits for a child process"
    case .signal: "waits for a signal"
    case .runLoop: "runs a run loop"
    case .check: "waits for the check"
    }
  }
}

extension TaskStory.Wait {
  /// What the task does, after a `that`.
  var text: String {
    switch self {
    case .running: "is running"
    case .continuation: "waits for a continuation"
    // Others than this process may have it: the kernel, for whom waits for events.
    case .droppedContinuation, .probablyDroppedContinuation:
      "waits for a continuation that probably nothing can resume any more"
    case .sleep: "sleeps"
    case .stream: "waits for the next element of a stream"
    case .task: "waits for another task"
    case .taskGroup: "waits for its task group"
    case .childTask: "waits for an async let"
    case .executor: "waits for an actor or a thread"
    case .check: "waits for a leak check"
    }
  }
}

extension RootPath {
  /// Whether the path leads through an operation queue.
  fileprivate var hasOperationQueue: Bool {
    snapshot.graph.objects.indices.contains {
      snapshot.graph.type(of: $0).name == "Foundation.OperationQueue"
    }
  }
}

extension Root {
  fileprivate var isStack: Bool { if case .stack = self { true } else { false } }
}

extension RootThread {
  /// The thread's name, where it was given one: the process's, Dispatch's and the kit's own names say nothing.
  fileprivate var givenName: String? {
    if isMain { return "the main thread" }
    if name.isEmpty || name == Self.processName || name.hasSuffix("-qos") || name.contains("-qos.")
      || name.hasPrefix(OwnThread.namePrefix)
    {
      return nil
    }
    return name
  }

  /// The process's name as far as the system keeps it for threads: 15 bytes.
  private static let processName = String(ProcessInfo.processInfo.processName.prefix(15))
}
