/// Objects that an object of the system's libraries keeps for the program.
extension AdvicePattern {
  static let systemOwners = [
    AdvicePattern(
      "session-delegate", case: "requests/session-delegate",
      matches: { !$0.isCapture && $0.passes(through: "FoundationNetworking.URLSession") },
      advice: { scene in
        "Call finishTasksAndInvalidate() or invalidateAndCancel() when the \(scene.target) is done: a "
          + "URLSession keeps its delegate until it is invalidated."
      }),
    AdvicePattern(
      "queued-operation", case: "work-items/suspended-operation-queue",
      matches: { !$0.isCapture && $0.passes(through: "Foundation.OperationQueue") },
      advice: { scene in
        "Call cancelAllOperations() when the \(scene.target) is no longer needed, and do not leave the queue "
          + "suspended: it keeps an operation until it has finished."
      }),
    AdvicePattern(
      "system-container", case: "owners/foundation-collection",
      matches: { !$0.isCapture && $0.suspect.owner.visibility == .system },
      advice: { scene in
        "The \(scene.owner) keeps the \(scene.target). Cancel, invalidate or finish it when the "
          + "\(scene.target) is no longer needed, or let it hold only a weak reference."
      }),
  ]
}
