import LeakHeapModel
import LeakHeapRoots
import LeakSymbolication

/// Closures that an object of Dispatch or Foundation keeps.
extension AdvicePattern {
  /// What would break the cycle in another way lets go of the source, and that ends the process.
  static let suspendedSources = [
    AdvicePattern(
      "dispatch-source-handler", case: "work-items/source-cancel-handler",
      matches: { $0.suspensions.contains(.source) },
      advice: { context in
        context.advice(
          .call, "resume()",
          "on the source, and cancel() when it is no longer needed: it is suspended, or was never activated, and keeps its handlers, "
            + "cancelled or not",
          "A weak capture alone will not do: releasing a suspended source ends the process.")
      })
  ]

  /// Where the handler runs because its owner ends, a weak reference to that is empty, and nothing is done.
  static let cancelHandlers = [
    AdvicePattern(
      "dispatch-source-handler", case: "work-items/source-cancel-handler",
      matches: { $0.mayBeCancelHandler },
      advice: { context in
        let name = context.suspect.step.capture?.variable ?? (context.isSelf ? "self" : nil)
        let captured = name ?? "the \(context.target)"
        let used = context.membersUsed.map { ", [\($0.joined(separator: ", "))]," } ?? ""
        if context.sourceHandler == .cancel {
          return context.advice(
            .rewrite, name,
            "Let \(context.place) capture what it ends\(used) and not \(captured): with a weak capture it would do nothing when "
              + "\(captured) has gone.", onCancelling)
        }
        let entry = context.weakEntry ?? (context.isSelf ? "self" : nil)
        return context.advice(
          .rewrite, name,
          "If \(context.place) is the cancel handler of the source, let it capture what it ends\(used) and not \(captured): with a "
            + "weak capture it would do nothing when \(captured) has gone. If it is another handler, try "
            + "\(entry.map { "[weak \($0)]" } ?? "a weak capture of \(captured)").",
          onCancelling)
      })
  ]

  private static let onCancelling =
    "Or cancel() the source: only then, and only when it is not suspended, does it free its handlers."

  static let systemHolders = [
    AdvicePattern(
      "dispatch-source-handler", case: "work-items/source-cancel-handler",
      matches: { $0.isCapture && $0.passes(through: "Dispatch.DispatchSource") },
      advice: { $0.weakCapture(onCancelling) }),
    AdvicePattern(
      "group-notification", case: "work-items/group-notify",
      matches: { $0.isCapture && $0.passes(through: "Dispatch.DispatchGroup") },
      advice: {
        $0.weakCapture("The group keeps the closure until every enter() has had its leave().")
      }),
    AdvicePattern(
      "suspended-queue", case: "work-items/suspended-queue",
      matches: { context in
        context.isCapture && context.passes(through: "Dispatch.DispatchQueue")
          && !context.suspensions.isDisjoint(with: [.queue, .inactiveQueue])
      },
      advice: { context in
        // To resume a queue that is inactive ends the process.
        let isInactive = context.suspensions.contains(.inactiveQueue)
        return context.advice(
          .call, isInactive ? "activate()" : "resume()",
          "on the queue on every path: the queue keeps \(context.place) until the block has run",
          "A weak capture alone will not do: releasing \(isInactive ? "an inactive" : "a suspended") queue ends the process."
        )
      }),
    AdvicePattern(
      "stored-url-task", case: "requests/unresumed-task",
      matches: { $0.isCapture && $0.passes(through: "FoundationNetworking.URLSessionTask") },
      advice: {
        $0.weakCapture(
          "Or cancel() the task: it keeps its completion handler until it has finished.")
      }),
    AdvicePattern(
      "operation-completion-block", case: "observers/operation-completion-block",
      matches: { $0.isCapture && $0.closurePlace?.label.displayPath == "completionBlock" },
      advice: { $0.weakCapture("Or set completionBlock to nil when it is no longer needed.") }),
    AdvicePattern(
      "queued-operation", case: "work-items/suspended-operation-queue",
      matches: { $0.isCapture && $0.passes(through: "Foundation.OperationQueue") },
      advice: {
        $0.weakCapture(
          "Or call cancelAllOperations(), and do not leave the queue suspended: it keeps an operation until it has "
            + "finished.")
      }),
    // What a queue adds to an operation itself, and takes back when that has run.
    AdvicePattern(
      "queued-operation", case: "work-items/suspended-operation-queue",
      matches: {
        $0.isCapture && $0.passes(through: "Foundation.BlockOperation")
          && $0.function?.enclosingType == "OperationQueue"
      },
      advice: { context in
        context.advice(
          .rewrite, nil,
          "The operation was added to a queue that went before it ran: a suspended queue, as a rule. Let the queue run "
            + "it, or cancel it and let the queue run, before the queue goes.")
      }),
    AdvicePattern(
      "stored-operation", case: "work-items/block-operation",
      matches: { $0.isCapture && $0.passes(through: "Foundation.BlockOperation") },
      advice: { $0.weakCapture("Or let go of the operation when it has finished.") }),
    AdvicePattern(
      "stored-thread", case: "concurrency/stored-thread",
      matches: { $0.isCapture && $0.passes(through: "Foundation.Thread") },
      advice: {
        $0.weakCapture("Or let go of the thread: it keeps its closure, before it runs and after.")
      }),
    AdvicePattern(
      "progress-handler", case: "requests/progress-handler",
      matches: { $0.isCapture && $0.passes(through: "Foundation.Progress") },
      advice: { $0.weakCapture("Or set the handler to nil when the work is done.") }),
    AdvicePattern(
      "observation-tracking", case: "observers/property-observation",
      matches: { context in
        context.isCapture && context.route.contains { $0.source.module == "Observation" }
      },
      advice: { $0.weakCapture("The observed object keeps onChange until its next change.") }),
  ]
}

extension SuspectContext {
  /// Which of a source's handlers the suspect's function is, as the heap tells it, or else the source.
  var sourceHandler: DispatchHandler? { handler ?? handlerInSource }

  private var handlerInSource: DispatchHandler? {
    guard let function, function.kind == .closure, let place = suspect.place, !place.isApproximate,
      let source = SourceFiles.shared.source(of: place),
      let closure = source.closure(function, onLine: place.line),
      let callee = source.tokens.tokens.callee(
        ofClosureAt: source.outline.braces[closure].token)
    else { return nil }
    return switch source.tokens.tokens[callee].text {
    case "setCancelHandler": .cancel
    case "setEventHandler": .event
    case "setRegistrationHandler": .registration
    default: nil
    }
  }

  /// Whether the suspect is what a source's cancel handler captures, or perhaps that, and the handler may end something with it.
  var mayBeCancelHandler: Bool {
    guard isCapture, passes(through: "Dispatch.DispatchSource"),
      ownLinks.last?.target.isKind(of: "Dispatch.DispatchSource") != true
    else { return false }
    return ![.event, .registration].contains(sourceHandler)
      && !(isSelf && closureInSource(using: "self")?.changesOwnStateAlone == true)
  }

  /// The properties of `self` that the closure uses, where the source shows that it uses nothing else of it.
  var membersUsed: [String]? {
    guard isSelf, let closure = closureInSource(using: "self") else { return nil }
    return closure.membersUsed
  }
}
