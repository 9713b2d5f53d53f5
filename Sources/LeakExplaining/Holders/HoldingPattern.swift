/// A known way to be held, with the case that shows it. It is recognised by the kind of the place, and by
/// how far a request or a timer is.
package struct HoldingPattern: Sendable, Hashable {
  /// The pattern's name in reports, in kebab-case: `unfinished-task`.
  package let name: String

  /// The id of the case in the catalogue that shows the pattern.
  package let caseID: String

  /// Every pattern.
  package static let all =
    HoldingPlace.Kind.allCases.compactMap { HoldingPattern($0) }
    + [unresumedRequest, pendingWorkItem, doneTimer]

  /// A task of a URL session's that nobody resumed.
  private static let unresumedRequest = HoldingPattern(
    "unresumed-request", "requests/unresumed-task")

  /// A work item that `asyncAfter` has not performed yet.
  private static let pendingWorkItem = HoldingPattern(
    "pending-work-item", "work-items/pending-work-item")

  /// A timer that will not fire any more.
  private static let doneTimer = HoldingPattern("done-timer", "timers/one-shot-timer")

  /// The pattern of this name.
  package static func named(_ name: String) -> HoldingPattern? { all.first { $0.name == name } }

  private init(_ name: String, _ caseID: String) {
    self.name = name
    self.caseID = caseID
  }

  init?(_ place: HoldingPlace) {
    if place.requestState == .notResumed {
      self = .unresumedRequest
    } else if place.isWorkItem == true {
      self = .pendingWorkItem
    } else if place.isDoneTimer {
      self = .doneTimer
    } else {
      self.init(place.kind)
    }
  }

  private init?(_ kind: HoldingPlace.Kind) {
    switch kind {
    case .global: self.init("held-by-a-global", "owners/shared-cache")
    case .stack, .running: self.init("function-that-waits", "work-items/blocked-on-semaphore")
    case .delayedBlock: self.init("pending-async-after", "work-items/unstored-blocks")
    case .runLoopTimer: self.init("run-loop-timer", "timers/repeating-block-timer")
    case .urlSessionTask: self.init("request-in-flight", "requests/request-in-flight")
    case .notificationCenter:
      self.init("registered-observer", "observers/notification-block-token")
    case .task: self.init("unfinished-task", "concurrency/task-in-init")
    case .dispatchTimer: self.init("dispatch-timer", "work-items/source-timer")
    case .dispatchGroup: self.init("group-never-left", "work-items/group-never-left")
    case .pendingBlock, .queueValue, .dispatchSource, .runLoop, .operationQueue, .process,
      .taskLocal,
      .continuation, .threadLocal, .testVariable, .suite, .testCase,
      .library, .memory:
      return nil
    }
  }
}

extension Holder {
  /// The known way in which the place holds the object, if it is sure that it does.
  var pattern: HoldingPattern? {
    guard case .place(let place, let path) = kind, path.isSure else { return nil }
    return HoldingPattern(place)
  }
}
