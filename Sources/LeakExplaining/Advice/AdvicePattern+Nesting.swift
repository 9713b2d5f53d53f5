import LeakHeapReading
import LeakSymbolication

/// Closures inside closures, where the capture list stands at the wrong one. What only the source can tell
/// is recognised where the source was read.
extension AdvicePattern {
  static let nesting = [
    AdvicePattern(
      "nested-closure-trap", case: "nested-closures/weak-self-inside-only",
      matches: { context in
        if case .weakInside = context.nesting { context.isSelfOfClosure } else { false }
      },
      advice: { context in
        guard case .weakInside(let line, let isOnlyUse) = context.nesting else {
          return context.weakCapture()
        }
        let effect =
          isOnlyUse
          ? "that alone makes this one capture self: move that capture list out here."
          : "it is one level too deep: move that capture list out here."
        return context.weakCapture(
          "The nested closure at line \(line) already says [weak self]; \(effect)")
      }),
    AdvicePattern(
      "nested-capture-list", case: "nested-closures/nested-capture-list-only",
      matches: { context in
        if case .listInside = context.nesting { context.isSelfOfClosure } else { false }
      },
      advice: { context in
        guard case .listInside(let line) = context.nesting else { return context.weakCapture() }
        return context.weakCapture(
          "The capture list of the nested closure at line \(line) is filled in by this one, which captures "
            + "self for it.")
      }),
    AdvicePattern(
      "strong-self-after-guard", case: "nested-closures/strong-self-from-guard",
      matches: { context in
        guard context.isSelfOfClosure, context.closureDepth > 1 else { return false }
        if case .unwrappedOutside = context.nesting { return true }
        return context.nesting == nil
      },
      advice: { context in
        if case .unwrappedOutside(let line) = context.nesting {
          return context.weakCapture(
            "The closure around it says [weak self] at line \(line), but unwraps it: self is strong again in "
              + "here.")
        }
        return context.weakCapture(
          "If the closure around it unwraps a weak self, that self is strong again in here.")
      }),
    // Its own capture list changes nothing here.
    AdvicePattern(
      "local-function-in-closure", case: "closures/stored-local-function",
      matches: { context in
        if case .localFunction = context.nesting {
          context.function?.kind == .closure
        } else {
          false
        }
      },
      advice: { context in
        guard case .localFunction(let name, let line) = context.nesting else {
          return context.weakCapture()
        }
        guard context.isSelf else {
          let variable = context.suspect.step.capture?.variable ?? "the \(context.target)"
          return context.advice(
            .rewrite, variable,
            "Declare a weak variable of \(variable), and let the local function \(name) at line \(line) use that one: "
              + "\(context.place) captures \(variable) for \(name), which has no capture list.",
            context.otherOwner)
        }
        return context.advice(
          .storeWeakClosure, name,
          "Let \(name) be a closure that says [weak self], or a method that \(context.place) calls on a weak self: it captures "
            + "self for the local function at line \(line), which has no capture list.")
      }),
  ]

  /// The same where the closure's keeper says nothing more of it.
  static let nestedUses = [
    AdvicePattern(
      "self-in-nested-closure", case: "nested-closures/explicit-self-inside",
      matches: { context in
        if case .usedInside = context.nesting { context.isSelfOfClosure } else { false }
      },
      advice: { context in
        guard case .usedInside(let line) = context.nesting else { return context.weakCapture() }
        return context.weakCapture(
          "Only the nested closure at line \(line) uses self, but it gets self from this one.")
      })
  ]
}

extension SuspectContext {
  /// Whether the suspect is a closure expression that captures `self`.
  fileprivate var isSelfOfClosure: Bool { isSelf && function?.kind == .closure }

  /// How many closure expressions the suspect's function is, one in the other.
  var closureDepth: Int { function?.closureDepth ?? 0 }
}

extension FunctionName {
  /// Which of the closure expressions directly in the function around it the closure is: `closure #2 in …`.
  var closureNumber: ClosureNumber? {
    guard text.hasPrefix("closure #"), let number = Int(text.dropFirst(9).prefix { $0.isNumber })
    else { return nil }
    return ClosureNumber(number, isOfExpression: text.contains(" in implicit closure #"))
  }

  /// How many closure expressions the function is, one in the other; 0 for a function of another kind.
  var closureDepth: Int {
    text.split(separator: " in ").prefix { $0.hasPrefix("closure #") }.count
  }
}
