import LeakHeapModel

/// Objects that an object of the system's libraries keeps for the program.
extension AdvicePattern {
  static let systemOwners = [
    AdvicePattern(
      "session-delegate", case: "requests/session-delegate",
      matches: { !$0.isCapture && $0.passes(through: "FoundationNetworking.URLSession") },
      advice: { context in
        context.advice(
          .call, "finishTasksAndInvalidate() or invalidateAndCancel()",
          "when the \(context.target) is done: a URLSession keeps its delegate until it is invalidated"
        )
      }),
    AdvicePattern(
      "queued-operation", case: "work-items/suspended-operation-queue",
      matches: {
        !$0.isCapture
          && ($0.passes(through: "Foundation.OperationQueue") || $0.isOperationsOwn)
      },
      advice: { context in
        if context.isCircularDependency {
          return context.advice(
            .call, "removeDependency(_:)",
            "on one of the operations: each waits for another one, and none can begin")
        }
        guard !context.isOperationsOwn else {
          return context.advice(
            .rewrite, nil,
            "Let the operation finish, also when it was cancelled: an operation and those that wait for it keep one another until "
              + "then. Or take it away with removeDependency(_:).")
        }
        return context.advice(
          .call, "cancelAllOperations()",
          "when the \(context.target) is no longer needed, and do not leave the queue suspended: it keeps an operation "
            + "until it has finished. An asynchronous operation must set isFinished, even when it was cancelled"
        )
      }),
    AdvicePattern(
      "cache-entries", case: "owners/dropped-cache",
      matches: { context in
        !context.isCapture
          && context.links.allSatisfy { $0.source.nominalName == "Foundation.NSCacheEntry" }
      },
      advice: { context in
        context.advice(
          .call, "removeAllObjects()",
          "before the NSCache goes: on Linux its entries keep one another alive, and the cache does not unlink them"
        )
      }),
    AdvicePattern(
      "system-container", case: "owners/foundation-collection",
      matches: { !$0.isCapture && $0.suspect.owner.visibility == .system },
      advice: { context in
        let isKind = context.isOwned(byFoundations:)
        if context.drafts.count == 1, isKind(["Process"]) {
          return context.advice(
            .call, "waitUntilExit()",
            "on the \(context.owner) when the process has ended: on Linux it keeps itself, and what its terminationHandler captures, "
              + "until then. Or set terminationHandler to nil in the handler")
        }
        if isKind(collections) {
          return context.advice(
            .takeOut, "the \(context.owner)",
            "put something into it that has only a weak reference to the \(context.target)")
        }
        if isKind(immutables) {
          return context.advice(
            .rewrite, "the \(context.owner)",
            "The \(context.owner) cannot be changed. Make it without the \(context.target), or let go of the \(context.owner) "
              + "when it is no longer needed.")
        }
        if context.suspect.owner.isKind(of: "Distributed.LocalTestingDistributedActorSystem") {
          return context.advice(
            .call, "resignID(_:)",
            "on the \(context.owner) with the actor's id when the actor is no longer needed: until then it keeps the "
              + context.target)
        }
        if context.drafts.count == 1 {
          return context.advice(
            .rewrite, "the \(context.owner)",
            "The \(context.owner) keeps itself. End what it does, or take from it what it keeps, when it is no longer needed."
          )
        }
        return context.advice(
          .rewrite, "the \(context.owner)",
          "The \(context.owner) keeps the \(context.target). Let go of the \(context.owner), or take the \(context.target) back "
            + "from it, when it is no longer needed, or give it something that has only a weak reference."
        )
      }),
  ]

  /// Foundation's collections that can be changed.
  fileprivate static let collections = [
    "NSMutableArray", "NSMutableDictionary", "NSMutableSet", "NSMutableOrderedSet", "NSCache",
  ]

  /// Foundation's classes of which the objects stay as they were made.
  fileprivate static let immutables = [
    "NSArray", "NSDictionary", "NSSet", "NSOrderedSet", "NSError", "NSNotification",
  ]
}

extension SuspectContext {
  /// Whether the suspect is a property that Foundation's class has for itself, of an operation of the program's: its name begins as those
  /// do.
  fileprivate var isOperationsOwn: Bool {
    suspect.owner.isKind(of: "Foundation.Operation")
      && suspect.step.property?.path.hasPrefix("__") == true
      && !passes(through: "Foundation.OperationQueue")
  }

  /// Whether the cycle is one of operations that wait for one another.
  fileprivate var isCircularDependency: Bool {
    drafts.allSatisfy { $0.step.property?.path.hasPrefix("__dependencies") == true }
  }

  /// Whether the suspect is what a collection of Foundation's has.
  var isContentOfCollection: Bool {
    suspect.owner.visibility == .system
      && isOwned(byFoundations: AdvicePattern.collections + AdvicePattern.immutables)
  }

  /// Whether the object that has the suspect is of one of these classes of Foundation's.
  fileprivate func isOwned(byFoundations names: [String]) -> Bool {
    names.contains { suspect.owner.isKind(of: "Foundation." + $0) }
  }
}
