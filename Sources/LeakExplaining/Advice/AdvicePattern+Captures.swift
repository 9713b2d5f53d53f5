import LeakHeapModel

/// Captures that are not plainly the object.
extension AdvicePattern {
  static let captures = [
    // The program has a source as a protocol's value, which cannot be weak where the protocol has no class bound: on Linux.
    AdvicePattern(
      "dispatch-source-handler", case: "work-items/source-cancel-handler",
      matches: { context in
        context.isCapture
          && context.ownLinks.last?.target.isKind(of: "Dispatch.DispatchSource") == true
      },
      advice: { context in
        context.advice(
          .call, "cancel()",
          "on the source when it is no longer needed: only then, and only when it is not suspended, does it free its handlers",
          "Or let \(context.place) capture what it uses of the source, and not the source itself.")
      }),
    AdvicePattern(
      "captured-variable", case: "capture-lists/captured-variable",
      matches: { context in
        // What one closure captures can be captured weakly, unless it gets its value later.
        context.suspect.isVariable
          && (context.hasBox || context.suspect.leadsToClosure || context.isPartOfVariable
            || context.isOptionalVariable && !context.isSetBeforeItsClosure
              && !context.isCopiedInSource)
          || context.isSetLaterInSource
          || context.suspect.leadsToNoObject
      },
      advice: { $0.variableAdvice }),
    AdvicePattern(
      "captured-value", case: "capture-lists/captured-value",
      matches: { context in
        // A task that nobody resumes would stay for good with a weak capture as well.
        context.isOfWholeValue && context.keepingTask != .continuation
      },
      advice: { context in
        if let carrier = context.carrier {
          return context.advice(
            .rewrite, carrier,
            "Capture only what \(context.place) uses of \(carrier), or the \(context.target) weakly: it captures "
              + "\(carrier), which keeps the \(context.target).", context.otherOwner)
        }
        let label = context.ownLinks.last?.label
        let path = label?.path ?? ""
        let part = path.allSatisfy(\.isNumber) ? "element \(path)" : path
        let entry =
          context.canNamePart
          ? ", as in \(context.weakPart(path, isCast: label?.isLooseExistential == true))" : ""
        return context.advice(
          .rewrite, context.suspect.step.capture?.variable,
          "Try a weak capture of the \(context.target) alone in \(context.place)\(entry): it captures a whole value, "
            + "whose \(part) keeps the \(context.target).", context.otherOwner)
      }),
  ]
}

extension SuspectContext {
  /// Whether a closure captures a whole value that has the object.
  var isOfWholeValue: Bool {
    if carrier != nil { return true }
    guard isCapture, let label = ownLinks.last?.label else { return false }
    return label.role == .capture && !label.path.isEmpty
  }

  /// Whether what the captured variable has can be empty, or that is not known.
  fileprivate var isOptionalVariable: Bool {
    let type = ownLinks.last?.label.declaredType ?? ""
    return type.isEmpty || type.hasPrefix("Swift.Optional<")
  }

  /// Whether a capture list can name the part of the captured value: a payload has no name to be read by, nor has what a protocol's
  /// value has inside, and a name that only the capture list gives is not known in it.
  fileprivate var canNamePart: Bool {
    guard let variable = suspect.step.capture?.variable, let label = captureLabel,
      !label.isInPayload
    else { return false }
    let root = String(variable.prefix { $0 != "." })
    let parameter = function?.variables?.parameter(
      ofCapture: label.captureIndex, of: label.captureCount)
    // A protocol's value is none of a structure that has the part.
    return parameter?.isOfProtocol != true && closureInSource(using: root)?.value(of: root) == nil
  }

  /// Whether the closure has its variable in a box, which others may have as well.
  fileprivate var hasBox: Bool { ownLinks.contains { $0.source.kind == .box } }

  /// Whether the object, or the closure, is but a part of the variable's value.
  fileprivate var isPartOfVariable: Bool {
    carrier != nil || ownLinks.last?.label.displayPath.isEmpty == false
  }

  /// What to do with a variable that the closure shares.
  fileprivate var variableAdvice: Advice {
    let name = carrier ?? suspect.step.capture?.variable
    let capture =
      suspect.isVariable ? "\(place) captures the variable itself" : "\(place) captures it"
    if isPartOfVariable || suspect.leadsToNoObject && !suspect.leadsToClosure {
      let what = suspect.leadsToNoObject ? "closure" : target
      let weakly = suspect.leadsToNoObject ? "" : ", or keep it weakly there"
      return advice(
        .clear, name,
        "Take the \(what) out of \(name ?? "the variable") when it has done its work\(weakly): "
          + "\(capture), which keeps its value.")
    }
    if suspect.leadsToClosure {
      // A constant has the closure of a variable, or is one that the closure captures.
      let variableToClear = suspect.isVariable ? name ?? "the variable" : "the variable"
      if isOfManyClosures {
        return advice(
          .rewrite, name,
          "Use local functions for all closures of the cycle, instead of variables that have them: they are called without a "
            + "reference. Or set \(variableToClear) to nil when it has done its work: \(capture), which keeps its value."
        )
      }
      let function =
        name.map { "Let \($0) be a local function, func \($0)," } ?? "Use a local function"
      return advice(
        .rewrite, name,
        "\(function) instead of a variable that has a closure: it is called without a reference. Or set "
          + "\(variableToClear) to nil when it has done its work: \(capture), which keeps its value."
      )
    }
    guard isOptionalVariable else {
      return advice(
        .rewrite, name,
        "Try \(name.map { "[weak \($0)]" } ?? "a weak capture of the \(target)") in every closure that captures it, such "
          + "as \(place): they capture the variable itself, and share it. A capture list takes the object that the variable has when the "
          + "closure is made.")
    }
    return advice(
      .clear, name,
      "Set \(name ?? "the variable that \(place) captures") to nil when the \(target) has done its work, or declare it "
        + "weak, where somebody else owns the \(target): \(place) captures the variable itself, which keeps its value."
    )
  }

  /// Whether the captured closure leads back by other closures: one that is left as such captures its own variable.
  var isOfManyClosures: Bool {
    drafts.contains { $0.step.capture != nil && $0.step.target == nil }
  }

  /// The captured variable whose value has the object that is kept alive.
  var carrier: String? { suspect.step.capture?.carrier }
}
