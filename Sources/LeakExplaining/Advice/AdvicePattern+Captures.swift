import LeakHeapModel

/// Captures that are not plainly the object.
extension AdvicePattern {
  static let captures = [
    // The program has a source as a protocol's value, which cannot be weak where the protocol has no class bound: on Linux.
    AdvicePattern(
      "dispatch-source-handler", case: "work-items/source-timer",
      matches: { context in
        context.isCapture
          && context.ownLinks.last?.target.isKind(of: "Dispatch.DispatchSource") == true
      },
      advice: { context in
        context.advice(
          .call, "cancel()",
          "on the source when it is no longer needed: only then does it free its handlers",
          "Or let \(context.place) capture what it uses of the source, and not the source itself.")
      }),
    AdvicePattern(
      "captured-variable", case: "capture-lists/captured-variable",
      matches: { context in
        guard context.isCapture, context.ownLinks.last?.source.kind == .box else { return false }
        return context.ownLinks.dropLast().last?.function == nil
      },
      advice: { context in
        context.advice(
          .clear, nil,
          "Set the variable that \(context.place) captures to nil when the \(context.target) has done its "
            + "work, or capture the \(context.target) weakly: a captured variable is shared, and keeps its value."
        )
      }),
    AdvicePattern(
      "captured-value", case: "capture-lists/captured-value",
      matches: { context in
        if context.carrier != nil { return true }
        guard context.isCapture, let label = context.ownLinks.last?.label else { return false }
        return label.role == .capture && !label.path.isEmpty
      },
      advice: { context in
        if let carrier = context.carrier {
          return context.advice(
            .rewrite, carrier,
            "Capture only what \(context.place) uses of \(carrier), or the \(context.target) weakly: it captures "
              + "\(carrier), which keeps the \(context.target).")
        }
        let path = context.ownLinks.last?.label.path ?? ""
        let part = path.allSatisfy(\.isNumber) ? "element \(path)" : path
        return context.advice(
          .rewrite, context.suspect.step.capture?.variable,
          "Try a weak capture of the \(context.target) alone in \(context.place), as in "
            + "\(context.weakPart(path)): it captures a whole value, whose \(part) keeps the \(context.target)."
        )
      }),
  ]
}

extension SuspectContext {
  /// The captured variable whose value has the object that is kept alive.
  var carrier: String? { suspect.step.capture?.carrier }
}
