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
        // What one closure captures can be captured weakly, unless it gets its value later.
        context.suspect.isVariable
          && (context.hasBox || context.isOptionalVariable && !context.isSetBeforeItsClosure)
      },
      advice: { context in
        let variable = context.suspect.step.capture?.variable
        if context.suspect.leadsToClosure {
          return context.advice(
            .rewrite, variable,
            "Write \(context.place) as a local function\(variable.map { ", func \($0)" } ?? ""): that calls itself without "
              + "a reference to itself. Or set \(variable ?? "the variable") to nil when it has done its work: the "
              + "closure captures the variable, which has the closure.")
        }
        guard context.isOptionalVariable else {
          return context.advice(
            .rewrite, variable,
            "Try \(variable.map { "[weak \($0)]" } ?? "a weak capture of the \(context.target)") in every closure that "
              + "captures it, also in \(context.place): they capture the variable itself, and share it."
          )
        }
        return context.advice(
          .clear, variable,
          "Set \(variable ?? "the variable that \(context.place) captures") to nil when the "
            + "\(context.target) has done its work, or declare it weak, where somebody else owns the "
            + "\(context.target): \(context.place) captures the variable itself, which keeps its value."
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
  /// Whether the suspect is a captured variable that can be empty, or of which that is not known.
  fileprivate var isOptionalVariable: Bool {
    let type = ownLinks.last?.label.declaredType ?? ""
    return type.isEmpty || type.hasPrefix("Swift.Optional<")
  }

  /// Whether the closure has its variable in a box, which others may have as well.
  fileprivate var hasBox: Bool { ownLinks.last?.source.kind == .box }

  /// The captured variable whose value has the object that is kept alive.
  var carrier: String? { suspect.step.capture?.carrier }
}
