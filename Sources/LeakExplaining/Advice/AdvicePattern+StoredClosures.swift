import LeakHeapModel

/// Closures that are kept until somebody lets go of them, by a work item or by the program's own objects. The last of these matches every capture.
extension AdvicePattern {
  static let storedClosures = [
    AdvicePattern(
      "stored-work-item", case: "work-items/stored-work-item",
      matches: { context in
        // What the item is to tell others when it has run is no closure of its own: it goes then.
        context.isCapture && context.passes(through: "Dispatch.DispatchWorkItem")
          && !context.suspect.step.isProbable
      },
      advice: { $0.weakCapture("Neither performing nor cancelling a work item frees its closure.") }
    ),
    AdvicePattern(
      "closure-in-closure", case: "closures/closure-in-closure",
      matches: { context in
        guard context.isCapture, context.index > 0 else { return false }
        let capture = context.drafts[context.index - 1].step.capture
        return capture != nil && capture?.target == nil
      },
      advice: { $0.weakCapture("The closure that captures it is stored, and keeps it.") }),
    AdvicePattern(
      "closure-in-enum", case: "closures/closure-in-enum",
      matches: { context in
        // The enumerations of the toolchain's own classes have no case that the program could leave.
        context.isCapture && context.closurePlace?.label.isInPayload == true
          && context.closureOwner?.visibility == .program && !context.isInValueOfToolchain
      },
      advice: {
        $0.weakCapture("Or leave the case that keeps it when it is done.")
      }),
    AdvicePattern(
      "lazy-closure", case: "closures/lazy-closure",
      matches: { $0.isCapture && $0.closurePlace?.label.isLazy == true },
      advice: { $0.weakCapture("A lazy closure is stored from its first use on.") }),
    AdvicePattern(
      "subscription", case: "observers/cancellable-subscription",
      matches: { context in
        context.isCapture && !context.isWholeCycle && context.previous.isElement
      },
      advice: { context in
        context.weakCapture("\(context.root) keeps the \(context.owner) that stores it.")
      }),
    AdvicePattern(
      "closure-in-dictionary", case: "closures/closure-in-dictionary",
      matches: { $0.isCapture && $0.passes(through: HeapObjectType.Kind.dictionaryStorage) },
      advice: { context in
        if context.passes(through: "FoundationNetworking.URLSession") {
          return context.weakCapture(
            "Or cancel() its task when the answer is no longer needed: the URLSession keeps it until then."
          )
        }
        return context.weakCapture(
          context.closureOwner?.visibility == .system
            ? "" : "Or take it out of \(context.property) when it is no longer needed.")
      }),
    AdvicePattern(
      "closure-in-array", case: "closures/closure-in-array",
      matches: { context in
        context.isCapture && context.isWholeCycle && context.closureOwner?.visibility == .program
          && (context.closurePlace?.label.role == .element
            || context.passes(through: .arrayStorage))
      },
      advice: { $0.weakCapture("Or take it out of \($0.property) when it is no longer needed.") }),
    AdvicePattern(
      "callback-of-a-part", case: "owners/flow-controller",
      matches: { $0.isSelf && !$0.isWholeCycle },
      advice: { context in
        context.weakCapture("\(context.root) keeps the \(context.owner) that stores it.")
      }),
    AdvicePattern(
      "stored-closure", case: "closures/stored-closure",
      matches: \.isSelf, advice: { $0.weakCapture() }),
    AdvicePattern(
      "captured-object", case: "capture-lists/ways-to-capture",
      matches: \.isCapture, advice: { $0.weakCapture() }),
  ]
}

extension StepDraft {
  /// Whether the step leads to an element of a collection.
  var isElement: Bool {
    step.target != nil && step.property?.path.hasSuffix("]") == true
  }

  /// Whether the step leads to a value or a key of a dictionary.
  var isEntry: Bool { isElement && !isMember }

  /// Whether the step leads to an element of an array or a set.
  var isMember: Bool {
    guard isElement, let path = step.property?.path else { return false }
    return !path.hasSuffix("[key]") && !path.hasSuffix("[value]")
  }
}

extension SuspectContext {
  /// Whether the property that has the closure is a value of the toolchain's, with cases of its own. Those of `Result` are everybody's.
  fileprivate var isInValueOfToolchain: Bool {
    guard let type = drafts[groupStart].label?.declaredType else { return false }
    let module = TypeName(String(TypeName.droppingOptionals(of: type))).module
    return module != "Swift" && HeapObjectType.isToolchains(module: module)
  }

  /// The object that leads to the one which keeps the closure, as a person writes it: one of another type, where there is one.
  var root: String {
    let owners = (1...drafts.count).map {
      TypeName(drafts[(groupStart + drafts.count - $0) % drafts.count].owner.name).short
    }
    return owners.first { $0 != owner }.map { "The " + $0 } ?? "Another " + owner
  }
}
