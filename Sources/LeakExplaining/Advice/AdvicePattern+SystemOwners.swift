import LeakHeapModel

/// Objects that an object of the system's libraries keeps for the program.
extension AdvicePattern {
  static let systemOwners = [
    AdvicePattern(
      "session-delegate", case: "requests/session-delegate",
      matches: { !$0.isCapture && $0.passes(through: "FoundationNetworking.URLSession") },
      advice: { scene in
        scene.advice(
          .call, "finishTasksAndInvalidate() or invalidateAndCancel()",
          "when the \(scene.target) is done: a URLSession keeps its delegate until it is invalidated"
        )
      }),
    AdvicePattern(
      "queued-operation", case: "work-items/suspended-operation-queue",
      matches: { !$0.isCapture && $0.passes(through: "Foundation.OperationQueue") },
      advice: { scene in
        scene.advice(
          .call, "cancelAllOperations()",
          "when the \(scene.target) is no longer needed, and do not leave the queue suspended: it keeps an operation "
            + "until it has finished")
      }),
    AdvicePattern(
      "cache-entries", case: "owners/dropped-cache",
      matches: { scene in
        !scene.isCapture
          && scene.links.allSatisfy { $0.source.nominalName == "Foundation.NSCacheEntry" }
      },
      advice: { scene in
        scene.advice(
          .call, "removeAllObjects()",
          "before the NSCache goes: on Linux its entries keep one another, and it does not part them"
        )
      }),
    AdvicePattern(
      "system-container", case: "owners/foundation-collection",
      matches: { !$0.isCapture && $0.suspect.owner.visibility == .system },
      advice: { scene in
        let isKind = { (names: [String]) in
          names.contains { scene.suspect.owner.isKind(of: "Foundation." + $0) }
        }
        if isKind(collections) {
          return scene.advice(
            .takeOut, "the \(scene.owner)",
            "put something into it that has only a weak reference to the \(scene.target)")
        }
        if isKind(immutables) {
          return scene.advice(
            .rewrite, "the \(scene.owner)",
            "The \(scene.owner) cannot be changed. Make it without the \(scene.target), or let go of the \(scene.owner) "
              + "when it is no longer needed.")
        }
        return scene.advice(
          .rewrite, "the \(scene.owner)",
          "The \(scene.owner) keeps the \(scene.target). Let go of the \(scene.owner), or take the \(scene.target) back "
            + "from it, when it is no longer needed, or give it something that has only a weak reference."
        )
      }),
  ]

  /// Foundation's collections that can be changed.
  private static let collections = [
    "NSMutableArray", "NSMutableDictionary", "NSMutableSet", "NSMutableOrderedSet", "NSCache",
  ]

  /// Foundation's classes of which the objects stay as they were made.
  private static let immutables = [
    "NSArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSError", "NSNotification",
  ]
}
