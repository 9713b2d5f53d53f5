import Dispatch
import LeakDeciding
import LeakHeapRoots

extension OccupiedExecutor {
  /// `verdict`, unless what holds the object waits for what the check itself has occupied: then nothing can be said of it.
  ///
  /// - Parameter answer: What a search of the process says of the object.
  static func verdict(
    _ verdict: Verdict, after answer: RootAnswer?, in outcome: CheckOutcome
  ) -> Verdict {
    guard !outcome.occupied.isEmpty, case .held(let holders) = verdict else { return verdict }
    let places = holders.map(\.place)
    let executor = outcome.occupied.first { executor in
      places.allSatisfy { $0.map(executor.isWaitedFor) ?? false }
    }
    if let executor, answer?.isInOtherQueue != true {
      return .inconclusive(executor.reason)
    }
    // Which actor a task waits for is not known, and a queue may be one's.
    if let executor = outcome.occupied.first, answer?.isOfEnqueuedTask == true {
      return .inconclusive(executor.reason(of: verdict.subject("task")))
    }
    return verdict
  }

  /// Whether the place is a block that waits for this.
  private func isWaitedFor(at place: HoldingPlace) -> Bool {
    guard place.kind == .pendingBlock else { return false }
    return switch self {
    case .mainQueue: place.name == HoldingPlace.mainQueue || place.name == DispatchQueue.main.label
    case .queue(let label): place.name == label
    case .actor: false
    }
  }

  /// Why nothing can be said of what waits for this.
  private var reason: String {
    switch self {
    case .actor: reason(of: "the task that has it")
    case .mainQueue: Self.reason(ofQueue: "the main queue")
    case .queue(let label): Self.reason(ofQueue: "the queue \"\(label)\"")
    }
  }

  private static func reason(ofQueue queue: String) -> String {
    "\(queue) cannot run while a synchronous check occupies it: \(outsideOfQueue)"
  }

  private static let outsideOfQueue =
    "make the check async, or make it outside that queue's blocks"

  /// Why nothing can be said of what a task has that waits for its executor.
  private func reason(of task: String) -> String {
    let (occupied, remedy) =
      self == .actor ? ("an actor", "make the test async") : ("a queue", Self.outsideOfQueue)
    return
      "\(task) waits for an actor or a thread, and the synchronous check occupies "
      + "\(occupied): \(remedy)"
  }
}
