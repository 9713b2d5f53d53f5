import LeakHeapRoots

/// A place in the process that keeps an object alive.
package struct HoldingPlace: Sendable, Hashable, Codable {
  /// The kind of a place.
  package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A global or static variable of the program.
    case global
    /// A variable of a function that a thread is running.
    case stack
    /// A closure that a thread is running.
    case running
    /// A thread-local variable.
    case threadLocal
    /// A block that `asyncAfter` is to run.
    case delayedBlock
    /// A block that waits on a dispatch queue.
    case pendingBlock
    /// A value that a dispatch queue has for a key, and a variable or the process has the queue.
    case queueValue
    /// A block that waits for a dispatch group.
    case dispatchGroup
    /// The handler of a Dispatch timer.
    case dispatchTimer
    /// The handler of another dispatch source.
    case dispatchSource
    /// A timer of a run loop.
    case runLoopTimer
    /// A block or a source that a run loop keeps.
    case runLoop
    /// A URL session task that has not finished.
    case urlSessionTask
    /// A notification centre's list of observers.
    case notificationCenter
    /// An operation, as a rule one that waits in a queue or is running.
    case operationQueue
    /// A process that was started, and has not ended.
    case process
    /// A task that has not finished.
    case task
    /// A value that is bound to a task-local variable in an unfinished task.
    case taskLocal
    /// A continuation that was not resumed.
    case continuation
    /// A variable of a function that waits for the check: of the test itself, where that function is known.
    case testVariable
    /// A property of the test's suite. Swift Testing creates a separate instance of the suite for each test.
    case suite
    /// A property of an XCTest test case. XCTest keeps every test case to the end of the run.
    case testCase
    /// A variable of a library.
    case library
    /// Memory of which only the address is known.
    case memory
  }

  /// The state of a URL session task.
  package enum RequestState: String, Sendable, Hashable, Codable, CaseIterable {
    /// It was made, and never resumed.
    case notResumed
    /// It is loading, or waits for an answer.
    case running
    /// It was resumed, and then suspended.
    case suspended
    /// It was cancelled, but its session has not reported that yet.
    case canceling
    /// It has finished, but its session has not released it yet.
    case completed
  }

  /// The state of a run loop timer.
  package enum TimerState: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is scheduled to fire.
    case scheduled
    /// It was never added to a run loop, or was removed from it: it will not fire.
    case unscheduled
    /// It repeats, and was invalidated.
    case invalidated
    /// It fires once, and has fired or was invalidated.
    case firedOrInvalidated
  }

  /// The kind of the place.
  package var kind: Kind

  /// The name of the variable, function, queue or library, if it has one: `static Cache.shared`; for a URL session
  /// task, its class: `URLSessionDataTask`.
  package var name: String?

  /// For a variable or a function, the module that declares ``name``, if the binary contains it.
  package var module: String?

  /// What tells ``name`` from others of its module: the types of a function, and for what is private its file.
  package var discriminator: String?

  /// For a variable of a function that has not returned, the name of the variable, if it is known.
  package var variable: String?

  /// The line where the variable is declared, or else the line that the function has reached, if there is debug information.
  package var line: RetainPath.SourceLine?

  /// What the function or task is doing at that time, if that is known: `waits for a semaphore`.
  package var wait: String?

  /// For a task, `true` if it was cancelled already.
  package var isCancelled: Bool?

  /// The name of the thread, for a thread's memory, if it was given one.
  package var thread: String?

  /// For a delayed block, the latest time at which it is due, in whole seconds after the check began; zero if that had passed, and its
  /// queue had not run it.
  package var dueWithin: Int?

  /// For a delayed block, whether it is that of a `DispatchWorkItem`.
  package var isWorkItem: Bool?

  /// For a timer, the number of seconds between two firings.
  package var interval: Double?

  /// For a timer of a run loop, its state when it was inspected, if it is known.
  package var timerState: TimerState?

  /// For a URL session task, the host that it was asked to load from, if it is known. The rest of the URL is
  /// not kept, because reports may be published.
  package var host: String?

  /// For a URL session task, its state when it was inspected, if it is known.
  package var requestState: RequestState?

  /// Creates a place from its parts.
  package init(
    _ kind: Kind, name: String? = nil, module: String? = nil, discriminator: String? = nil,
    variable: String? = nil,
    line: RetainPath.SourceLine? = nil, wait: String? = nil, thread: String? = nil,
    dueWithin: Int? = nil, isWorkItem: Bool? = nil,
    interval: Double? = nil, timerState: TimerState? = nil, host: String? = nil,
    requestState: RequestState? = nil
  ) {
    self.kind = kind
    self.name = name
    self.module = module
    self.discriminator = discriminator
    self.variable = variable
    self.line = line
    self.wait = wait
    self.thread = thread
    self.dueWithin = dueWithin
    self.isWorkItem = isWorkItem
    self.interval = interval
    self.timerState = timerState
    self.host = host
    self.requestState = requestState
  }
}

/// The strong references from a ``HoldingPlace`` to the object that it keeps alive.
package struct HoldingPath: Sendable, Hashable, Codable {
  /// The strong references at source level, in order; empty if the place holds the object itself.
  package var steps: [RetainPath.Step]

  /// Every reference of the heap along the path, in order, from what the place refers to.
  package var references: [RetainPath.Reference]

  /// Whether it is certain that the place keeps the object. An uncertain reference may be left over from a function that has
  /// returned, or may be a number that looks like an address.
  package var isSure: Bool

  /// The retain cycle that still keeps the object alive after the place has released it, if there is one.
  package var cycleAfterwards: RetainPath?

  /// `true` if the object has more references from outside than the one that the path ends with: something else may keep it as well.
  package var isOneOfSeveral: Bool?

  /// The function that makes a closure on the path, where that calls it again: `tick()`. What has run may be there anew then.
  package var repetition: String?

  /// Which of a dispatch source's handlers keeps the object, if that is known.
  package var handler: DispatchHandler?

  /// What is to be declared weak instead of a weak capture: the property that leads on from what a closure alone keeps, which would go at
  /// once, or the variable that a closure shares, which may be set when the closure has been made.
  package var weakDeclaration: String?

  /// Creates a path from its parts.
  package init(
    steps: [RetainPath.Step] = [], references: [RetainPath.Reference] = [], isSure: Bool = true,
    cycleAfterwards: RetainPath? = nil
  ) {
    self.cycleAfterwards = cycleAfterwards
    self.steps = steps
    self.references = references
    self.isSure = isSure
  }
}
