extension LeakReport {
  /// A place of the process that keeps an object alive.
  public struct HoldingPlace: Sendable, Hashable, Codable {
    /// What kind of place it is.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      /// A global or static variable of the program.
      case global
      /// A variable of a function that a thread is running.
      case stack
      /// A closure that a thread is running.
      case running
      /// A variable that each thread has for itself.
      case threadLocal
      /// A block that `asyncAfter` is to run.
      case delayedBlock
      /// A block that waits on a dispatch queue.
      case pendingBlock
      /// A block that waits for a dispatch group.
      case dispatchGroup
      /// The handler of a timer of Dispatch's.
      case dispatchTimer
      /// The handler of another dispatch source.
      case dispatchSource
      /// A timer of a run loop's.
      case runLoopTimer
      /// A block or a source that a run loop keeps.
      case runLoop
      /// A task of a URL session's that has not finished.
      case urlSessionTask
      /// A notification centre's list of observers.
      case notificationCenter
      /// An operation that waits in a queue or is running.
      case operationQueue
      /// A task that has not finished.
      case task
      /// A value that is bound in an unfinished task to a task-local variable.
      case taskLocal
      /// A continuation that was not resumed.
      case continuation
      /// A variable of a function that waits for the check: the test's own.
      case testVariable
      /// A property of the test's suite, of which Swift Testing has an object of its own for each test.
      case suite
      /// A property of a test case of XCTest's, which keeps every test case to the end of the run.
      case testCase
      /// A variable of a library's.
      case library
      /// Memory of which only the address is known.
      case memory
    }

    /// How far a task of a URL session is.
    public enum RequestState: String, Sendable, Hashable, Codable, CaseIterable {
      /// It was made, and never resumed.
      case notResumed
      /// It is loading, or waits for an answer.
      case running
      /// It was resumed, and then suspended.
      case suspended
      /// It was cancelled, and its session has not said so yet.
      case canceling
      /// It has finished, and its session has not let go of it yet.
      case completed
    }

    /// How far a timer of a run loop's is.
    public enum TimerState: String, Sendable, Hashable, Codable, CaseIterable {
      /// It is to fire.
      case scheduled
      /// It was never added to a run loop, or taken from it again: it will not fire.
      case unscheduled
      /// It repeats, and was invalidated.
      case invalidated
      /// It fires once, and has fired or was invalidated.
      case firedOrInvalidated
    }

    /// What kind of place it is.
    public package(set) var kind: Kind

    /// The name of the variable, function, queue or library, as far as it has one: `static Cache.shared`; for a task of
    /// a URL session its class: `URLSessionDataTask`.
    public package(set) var name: String?

    /// The module that ``name`` is declared in, for a variable or a function, where the binary tells it.
    public package(set) var module: String?

    /// What tells ``name`` from others of its module: the types of a function, and for what is private its file.
    package var discriminator: String?

    /// The name of the variable, for a variable of a function that has not returned, if it is known.
    public package(set) var variable: String?

    /// Where the variable is declared, or else where the function has come to, where the binary has debug information.
    public package(set) var line: RetainPath.SourceLine?

    /// What the function or task does meanwhile, if that is known: `waits for a semaphore`.
    public package(set) var wait: String?

    /// The name of the thread, for a thread's memory, if it was given one.
    public package(set) var thread: String?

    /// For a delayed block, in how many whole seconds after the check began it is due at the latest; zero where it was due already.
    public package(set) var dueWithin: Int?

    /// For a delayed block, whether it is that of a `DispatchWorkItem`.
    package var isWorkItem: Bool?

    /// For a timer, every how many seconds it fires.
    public package(set) var interval: Double?

    /// For a timer of a run loop's, how far it was when it was looked at, if it can be told.
    public package(set) var timerState: TimerState?

    /// For a task of a URL session, the host that it was asked to load from, if it can be told. The rest of the URL is
    /// not kept: reports may be published.
    public package(set) var host: String?

    /// For a task of a URL session, how far it was when it was looked at, if it can be told.
    public package(set) var requestState: RequestState?

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
}

package typealias HoldingPlace = LeakReport.HoldingPlace

extension LeakReport {
  /// The strong references from a ``HoldingPlace`` to the object that it keeps alive.
  public struct HoldingPath: Sendable, Hashable, Codable {
    /// The references as a person thinks of them, in order; none where the place holds the object itself.
    public package(set) var steps: [RetainPath.Step]

    /// Every reference of the heap along the path, in order, from what the place refers to.
    package var references: [RetainPath.Reference]

    /// Whether it is sure that the place keeps the object. What is not may be left from a function that has
    /// returned, or a number that looks like an address.
    public package(set) var isSure: Bool

    /// The retain cycle that keeps the object when the place has let go of it, if there is one.
    public package(set) var cycleAfterwards: RetainPath?

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
}

package typealias HoldingPath = LeakReport.HoldingPath
