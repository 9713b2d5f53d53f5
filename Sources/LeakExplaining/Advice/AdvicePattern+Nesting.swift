import LeakHeapReading
import LeakSymbolication

/// Closures inside closures, where the capture list stands at the wrong one. What only the source can tell
/// is recognised where the source was read.
extension AdvicePattern {
  static let nesting = [
    AdvicePattern(
      "nested-closure-trap", case: "nested-closures/weak-self-inside-only",
      matches: { scene in
        if case .weakInside = scene.nesting { scene.isSelfOfClosure } else { false }
      },
      advice: { scene in
        guard case .weakInside(let line, let isOnlyUse) = scene.nesting else {
          return scene.weakCapture()
        }
        let effect =
          isOnlyUse
          ? "that alone makes this one capture self: move that capture list out here."
          : "it is one level too deep: move that capture list out here."
        return scene.weakCapture(
          "The nested closure at line \(line) already says [weak self]; \(effect)")
      }),
    AdvicePattern(
      "nested-capture-list", case: "nested-closures/nested-capture-list-only",
      matches: { scene in
        if case .listInside = scene.nesting { scene.isSelfOfClosure } else { false }
      },
      advice: { scene in
        guard case .listInside(let line) = scene.nesting else { return scene.weakCapture() }
        return scene.weakCapture(
          "The capture list of the nested closure at line \(line) is filled in by this one, which captures "
            + "self for it.")
      }),
    AdvicePattern(
      "strong-self-after-guard", case: "nested-closures/strong-self-from-guard",
      matches: { scene in
        guard scene.isSelfOfClosure, scene.closureDepth > 1 else { return false }
        if case .unwrappedOutside = scene.nesting { return true }
        return scene.nesting == nil
      },
      advice: { scene in
        if case .unwrappedOutside(let line) = scene.nesting {
          return scene.weakCapture(
            "The closure around it says [weak self] at line \(line), but unwraps it: self is strong again in "
              + "here.")
        }
        return scene.weakCapture(
          "If the closure around it unwraps a weak self, that self is strong again in here.")
      }),
    // Its own capture list changes nothing here.
    AdvicePattern(
      "local-function-in-closure", case: "closures/stored-local-function",
      matches: { scene in
        if case .localFunction = scene.nesting { scene.isSelfOfClosure } else { false }
      },
      advice: { scene in
        guard case .localFunction(let name, let line) = scene.nesting else {
          return scene.weakCapture()
        }
        return scene.advice(
          .storeWeakClosure, name,
          "Let \(name) be a closure that says [weak self], or a method that \(scene.place) calls on a weak self: it captures "
            + "self for the local function at line \(line), which has no capture list.")
      }),
  ]

  /// The same where the closure's keeper says nothing more of it.
  static let nestedUses = [
    AdvicePattern(
      "self-in-nested-closure", case: "nested-closures/explicit-self-inside",
      matches: { scene in
        if case .usedInside = scene.nesting { scene.isSelfOfClosure } else { false }
      },
      advice: { scene in
        guard case .usedInside(let line) = scene.nesting else { return scene.weakCapture() }
        return scene.weakCapture(
          "Only the nested closure at line \(line) uses self, but it gets self from this one.")
      })
  ]
}

extension SuspectScene {
  /// Whether the suspect is a closure expression that captures `self`.
  fileprivate var isSelfOfClosure: Bool { isSelf && function?.kind == .closure }

  /// How many closure expressions the suspect's function is, one in the other.
  var closureDepth: Int { function?.closureDepth ?? 0 }
}

extension FunctionName {
  /// Which of the closure expressions directly in the function around it the closure is, counted from 1: `closure #2 in …`.
  var closureNumber: Int? {
    text.hasPrefix("closure #") ? Int(text.dropFirst(9).prefix { $0.isNumber }) : nil
  }

  /// How many closure expressions the function is, one in the other; 0 for a function of another kind.
  var closureDepth: Int {
    text.split(separator: " in ").prefix { $0.hasPrefix("closure #") }.count
  }
}
