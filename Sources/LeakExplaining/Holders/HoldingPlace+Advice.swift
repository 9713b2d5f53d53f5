import LeakHeapModel
import LeakHeapRoots
import LeakSymbolication

extension HoldingPlace {
  /// What to do when an object should not be kept by the place, in one or two sentences.
  ///
  /// - Parameter weakCapture: How the closure that keeps it, if one does, is to capture it.
  /// - Parameter closure: That closure, where there is exactly one.
  /// - Parameter path: How the place has the object.
  func advice(
    writing weakCapture: WeakCapture = WeakCapture(), in closure: RetainPath.Step.Capture? = nil,
    along path: HoldingPath = HoldingPath()
  ) -> String {
    switch kind {
    case .global:
      "It lives as long as that variable \(path.releaseAdvice) before the check, or "
        + (weakCapture.declaration.map { "write \($0)" }
          ?? weakCapture.closure.flatMap { Self.change(of: $0, to: weakCapture.entry) }
          ?? "keep only a weak reference there") + "."
    case .stack, .running:
      "The function has not returned. End its work before the check, or allow more time."
    case .threadLocal:
      "It lives as long as the thread, or until the variable is cleared."
    case .delayedBlock where dueWithin == 0:
      Self.goesWhenRun + "write \(weakCapture.text("in the block"))."
    case .delayedBlock where path.repetition != nil,
      .pendingBlock where path.repetition != nil && wait == nil:
      "It goes when the block has run, and each that it may schedule by \(path.repetition ?? ""). End that before the check, or write "
        + "\(weakCapture.text("in the block"))."
    case .delayedBlock:
      isWorkItem == true
        ? "It goes when the time of the work item has come, also after cancel(). Allow more time, or write "
          + weakCapture.text("in its closure") + "."
        : "It goes when the block has run. Allow more time, or write \(weakCapture.text("in the block"))."
    case .pendingBlock:
      Self.goesWhenRun + "write \(weakCapture.text("in the block"))."
    case .queueValue:
      "Set nil for the key when the value is no longer needed: the queue keeps it until then."
    case .dispatchGroup:
      "It goes when each enter() of the group has had its leave(); the group of a work item's notify(queue:) is left when the item "
        + "has run. Let the work finish, or write \(weakCapture.text("in the block"))."
    case .dispatchTimer where wait == Self.isCancelled,
      .dispatchSource where wait == Self.isCancelled:
      "It goes when the source's queue has freed the handlers, which a suspended or blocked queue never does. Let the queue run, or "
        + "write \(weakCapture.text("in the handler"))."
    case .dispatchTimer where wait != nil:
      "cancel() the source when it is no longer needed, and resume() it: while it is suspended it keeps its handlers, cancelled or "
        + "not, and must not be released."
    case .dispatchSource where name != nil:
      "Set the \(name ?? "handler") to nil when it is no longer needed, or write \(weakCapture.text("in it"))."
    case .dispatchTimer where path.handler == .cancel,
      .dispatchSource where path.handler == .cancel:
      "cancel() the source when it is no longer needed. Let its cancel handler capture what it ends: with a weak capture it would do "
        + "nothing when the object has gone."
    case .dispatchTimer where path.handler == .registration,
      .dispatchSource where path.handler == .registration:
      "It goes when the source has been activated, or cancelled. Or write \(weakCapture.text("in its registration handler"))."
    case .dispatchTimer,
      .dispatchSource where path.handler == .event:
      "cancel() the source when it is no longer needed, or write \(weakCapture.text("in its event handler"))."
    case .dispatchSource:
      "cancel() the source when it is no longer needed, or write \(weakCapture.text("in its event handler")). Let a cancel handler "
        + "capture what it ends: with a weak capture it would do nothing when the object has gone."
    case .runLoopTimer:
      timerAdvice(writing: weakCapture)
    case .runLoop:
      "It goes when the run loop has run, or has let go of the source."
    case .urlSessionTask:
      requestAdvice(writing: weakCapture)
    case .notificationCenter:
      "Call removeObserver(_:) with the token when it is no longer needed, and write \(weakCapture.text("in the block"))."
    case .operationQueue:
      name == nil
        ? "It goes when the operation has finished. cancel() it, or let the queue run; one that already runs must finish."
        : "It goes when the operation has run, or when nothing keeps it any more. Or write \(weakCapture.text("in its block"))."
    case .process:
      path.steps.contains { $0.capture != nil }
        ? "It goes when the process has ended. Wait for that, terminate() it, or write "
          + "\(weakCapture.text("in the closure"))."
        : "It goes when the process has ended. Wait for that, or terminate() it."
    case .task:
      "It goes when the task has finished"
        + (path.repetition.map { ", and each that it may start by \($0). " } ?? ". ")
        + taskAdvice(writing: weakCapture, in: closure)
    case .taskLocal where wait == TaskStory.Wait.check.text:
      "The value is bound while the check waits. Make the check outside of withValue(_:), or the object in the body of the check."
    case .taskLocal:
      "It goes when the withValue(_:) returns that binds the value; a task that inherited the value has it until it has finished. "
        + endOfTask.joined(separator: ", or ") + "."
    case .continuation:
      "Resume the continuation exactly once on every path, also when the work is cancelled."
    case .testVariable where isInUnknownFunction:
      "A variable or an argument of the test, or one of its traits, has it while the check waits. Make the object in the body "
        + "of the check, or let go of it before the check."
    case .testVariable:
      path.releaseAdvice(behind: nil).map {
        "The variable is in scope while the check waits, and \($0) in the body of the check, or make there what the variable "
          + "refers to."
      }
        ?? "The variable is in scope while the check waits. Make the object in the body of the check, or end the variable's "
        + "scope before it."
    case .suite:
      (path.releaseAdvice(behind: name).map {
        "The property \($0) in the body of the check, or the property before it."
      }
        ?? "Clear the property before the check.")
        + " The trait .leakFree checks after the suite's instance has been released."
    case .testCase where name?.hasSuffix(".teardownBlocksState") == true:
      "XCTest keeps the teardown blocks of a test as long as the test case. Write \(weakCapture.text("in the block"))."
    case .testCase:
      "Clear the property before the check: a LeakFreeTestCase checks after tearDown(), trackForLeaks(_:) in another test case "
        + "before it."
    case .library:
      "End what was begun with that library before the check, or allow more time."
    case .memory:
      "If it was handed to a library, end that before the check, or allow more time. Or the memory contains only a "
        + "stale copy of the object's address, which keeps nothing alive."
    }
  }
}

extension HoldingPlace.Kind {
  /// Whether the place is a closure that is run once, and let go of then.
  var goesWhenRun: Bool { [.delayedBlock, .pendingBlock, .task].contains(self) }
}

extension HoldingPlace {
  private static let goesWhenRun =
    "It goes when the block has run, which a suspended or blocked queue never does. Let the queue run, or "
}

extension HoldingPath {
  /// Whether an object has it that `@Observable` makes tell of its changes: who observes it has given it a closure.
  var isObservation: Bool {
    steps.contains { $0.property?.path.hasPrefix("_$observationRegistrar") ?? false }
  }

  /// How a variable has the object, and what to do for it to keep that no longer: the variable may be a constant, and what it refers
  /// to is changed then.
  var releaseAdvice: String {
    releaseAdviceBehind(isClearable: true) ?? "refers to it. Clear the variable"
  }

  /// The same of a variable or a property of the test's own, which is to stay as it is; `nil` where that has the object itself.
  ///
  /// - Parameter place: The name of the property, where the path begins with that.
  func releaseAdvice(behind place: String?) -> String? {
    var path = self
    if let first = steps.first?.property, place == TypeName(first.owner).short + "." + first.path {
      path.steps.removeFirst()
    }
    return path.releaseAdviceBehind(isClearable: false)
  }

  /// What to do behind the variable; `nil` where that has the object itself.
  ///
  /// - Parameter isClearable: Whether the variable itself may be cleared.
  private func releaseAdviceBehind(isClearable: Bool) -> String? {
    let properties = steps.prefix { $0.capture == nil }.compactMap(\.property)
    let owned = properties.filter { TypeName($0.declaringClass ?? $0.owner).isProgram }
    guard let property = owned.first else { return nil }
    guard owned.count == 1 else {
      return isClearable
        ? "leads to it. Clear the variable, or one of the properties on the way to it,"
        : "leads to it. Clear one of the properties on the way to it"
    }
    let name = property.declaredAsWhole
    if name == property.declared { return "leads to it. Clear \(name)" }
    let what = steps.contains { $0.capture != nil } ? "the closure" : "it"
    return "leads to it. Take \(what) out of \(name)"
  }
}

extension HoldingPlace {
  /// What to write where the closure is made that a variable keeps, as a part of a sentence; `nil` for what has no capture list.
  private static func change(
    of closure: RetainPath.Step.Capture, to weakCapture: String
  ) -> String? {
    guard closure.isSelf || closure.weakEntry != nil else { return nil }
    if closure.isMethod {
      return "store a closure with \(weakCapture) that calls the method"
    }
    guard closure.isClosure else { return nil }
    let place = closure.line.map { "the closure at \($0)" } ?? closure.function
    return "write \(weakCapture) in \(place)"
  }

  /// What to do with a task. A capture list helps where the task's closure alone has the object: what a function has that has not
  /// returned is kept whatever that says.
  private func taskAdvice(
    writing weakCapture: WeakCapture, in closure: RetainPath.Step.Capture?
  ) -> String {
    let isInClosure = name?.hasPrefix("closure") ?? true
    let isInMethod = closure?.target.map { name?.hasPrefix(TypeName($0).short + ".") == true }
    let end = endOfTask.joined(separator: ", or ")
    if !isInClosure, variable != nil || isInMethod ?? true {
      return end
        + ": a function that has not returned keeps what its variables have, whatever a capture list says."
    }
    guard variable == nil, let closure else {
      return end
        + ". What its closure captures strongly it can capture weakly; a variable that it declares or unwraps itself it keeps until "
        + "it returns."
    }
    guard closure.isClosure, closure.function == name, wait != TaskStory.Wait.running.text else {
      return end
        + ". What its closure captures strongly it can capture weakly; a function that has not returned keeps what it uses, whatever "
        + "a capture list says."
    }
    return endOfTask.joined(separator: ", ")
      + ", or write \(weakCapture.text("in its closure")). A guard let above an await keeps it as well, and so does a method of its "
      + "own that awaits."
  }

  /// How the task can be brought to its end. What waits for a continuation or for another task goes on waiting when it is cancelled,
  /// and a loop that takes no note of it goes on.
  private var endOfTask: [String] {
    let waits: [TaskStory.Wait] = [
      .continuation, .droppedContinuation, .probablyDroppedContinuation, .task,
    ]
    if isCancelled == true, wait == TaskStory.Wait.running.text {
      return ["Let it return where Task.isCancelled is true"]
    }
    return isCancelled == true || waits.contains { $0.text == wait }
      ? ["End what it waits for"] : ["cancel() the task if that ends it", "end what it waits for"]
  }
}

extension RetainPath.Step.Capture {
  /// Whether it is a method that is used as a closure.
  var isMethod: Bool {
    storedIn != nil || function.hasPrefix(FunctionName.methodReferencePrefix)
  }

  /// Whether it is a closure expression, which may have a capture list.
  fileprivate var isClosure: Bool { !isMethod && function.hasPrefix("closure #") }
}
