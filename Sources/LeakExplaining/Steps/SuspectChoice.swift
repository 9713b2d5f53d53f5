import LeakHeapModel

/// Chooses which step of a cycle to change, by its structure alone.
enum SuspectChoice {
  /// How good a suspect a step is, best first.
  enum Rank: Int, Comparable {
    /// A closure that captures the `self` of the method that it is written in.
    case captureOfSelf
    /// A closure that captures something else.
    case capture
    /// A closure that a task's functions have, and that captures something: it is one that the task's own closure made, as a rule.
    case captureInFrame
    /// A closure that captures a dispatch group, which keeps itself from an `enter()` to its `leave()`.
    case captureOfGroup
    /// An element of a collection that leads from a part back to its owner: an observer in the list of what it made.
    case observers
    /// A property that leads from a part back to its owner, and can be weak.
    case backReference
    /// A reference that a system object keeps: the program can take it back.
    case systemContent
    /// A property that leads from a part back to its owner, and cannot be weak as it is declared.
    case fixedBackReference
    /// A property of a protocol's type that can be weak, and of which nobody knows whether it owns: a delegate, as a rule.
    case delegate
    /// Those before, in another package than the one whose tests run: at fault before a property of which nobody knows whether it
    /// owns.
    case foreignCaptureOfSelf
    case foreignCapture
    case foreignBackReference
    /// A constant that leads back to an object which was there first, as a rule: of which nobody knows whether it owns.
    case guessedBackReference
    /// Any other property that can be weak.
    case weakable
    /// A closure that captures something else, which nothing else keeps.
    case captureOfItsOwn
    /// What is set and taken back again, and cannot be weak as it is declared: a payload, an `Any`, a generic `T?`, an entry of
    /// a dictionary.
    case state
    /// Such a property, declared in another package.
    case foreignProperty
    /// Any other property.
    case property
    /// What an object is made of: what its own code makes, or, as a rule, an element of an array or a set.
    case part
    /// A property that holds a closure, or a closure that holds one; or a task that another one waits for.
    case holder

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }

    /// The worst rank that is as certain to be at fault: what should not keep its object, in one's own code and in others', and as a
    /// rule; what may be the object's owner, and can be changed; and each rank of what owns.
    var worstAsCertain: Rank {
      let ends: [Rank] = [
        .fixedBackReference, .delegate, .foreignBackReference, .guessedBackReference,
        .foreignProperty,
      ]
      return ends.first { self <= $0 } ?? self
    }
  }

  /// The index of the step to change: the one of the best rank, and among several one that leads to no part of another one's object, a
  /// sure one, and the one from which on the cycle reads the smallest. So it does not depend on where the cycle starts.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  static func suspect(among drafts: [StepDraft]) -> Int {
    let ranks = zip(ranks(of: drafts), drafts).map { rank, draft in
      4 * rank.rawValue + (draft.capturesPart ? 2 : 0) + (draft.step.isProbable ? 1 : 0)
    }
    guard let best = ranks.min() else { return 0 }
    if ranks.count(where: { $0 == best }) == 1 { return ranks.firstIndex(of: best) ?? 0 }
    let identities = ofEachKind(drafts, \.step.identity)
    return startOfSmallestRotation(count: drafts.count) { left, right in
      if ranks[left] != ranks[right] { return ranks[left] < ranks[right] }
      return identities[left] == identities[right]
        ? nil : identities[left].lexicographicallyPrecedes(identities[right])
    }
  }

  /// Where a circle of `count` elements is to be cut so that it reads the smallest; the first of several places.
  ///
  /// The two places that are still possible are compared. Where the elements differ that are *k* behind them, neither the
  /// place with the greater one nor one of the *k* behind that can be the smallest: the one as far behind the other is smaller.
  ///
  /// - Parameter precedes: Whether the element at one index is smaller than the one at another; `nil` where they are the same.
  /// - Complexity: O(*n*).
  static func startOfSmallestRotation(
    count: Int, _ precedes: (Int, Int) -> Bool?
  ) -> Int {
    var left = 0
    var right = 1
    var same = 0
    while left < count, right < count, same < count {
      guard let isLeft = precedes((left + same) % count, (right + same) % count) else {
        same += 1
        continue
      }
      if isLeft { right += same + 1 } else { left += same + 1 }
      if left == right { right += 1 }
      same = 0
    }
    return min(left, right)
  }

  /// What `value` says of each step, which depends on its kind. Those of a long cycle are much the same.
  private static func ofEachKind<Value>(
    _ drafts: [StepDraft], _ value: (StepDraft) -> Value
  ) -> [Value] {
    var known = [Value?](repeating: nil, count: drafts.count)
    return drafts.map { draft in
      guard let first = draft.first else { return value(draft) }
      if let known = known[first] { return known }
      let value = value(draft)
      known[first] = value
      return value
    }
  }

  /// How good a suspect each step is.
  static func ranks(of drafts: [StepDraft]) -> [Rank] { ofEachKind(drafts, rank) }

  /// How good a suspect a step is.
  static func rank(of draft: StepDraft) -> Rank {
    guard draft.step.target != nil else { return .holder }
    let rank = rankWhateverThePackage(draft)
    guard draft.foreignPackage != nil, rank != .systemContent else { return rank }
    return switch rank {
    case .captureOfSelf: .foreignCaptureOfSelf
    case .capture, .captureInFrame, .captureOfGroup: .foreignCapture
    case .delegate, .observers, .backReference, .fixedBackReference, .guessedBackReference:
      .foreignBackReference
    default: max(rank, .foreignProperty)
    }
  }

  private static func rankWhateverThePackage(_ draft: StepDraft) -> Rank {
    switch draft.facts {
    case .capture(let function):
      // Nobody can write it in another way, but what has it can be let go.
      if function?.isClosureOfToolchain == true || draft.isOfUnknownOfSystem {
        return .systemContent
      }
      // Without a name it says no more than the frame itself, in which the object may be as well.
      if draft.isInFrame, function == nil { return .systemContent }
      // A closure cannot be captured weakly, nor a task: the variable that it is in can be changed.
      if draft.leadsToClosure || draft.leadsToTask, !draft.isVariable { return .holder }
      if draft.isOnlyOwner { return .captureOfItsOwn }
      if draft.isInFrame { return .captureInFrame }
      if draft.canBeSelf { return .captureOfSelf }
      return draft.leadsToGroup ? .captureOfGroup : .capture
    case .property(let label):
      // Who waits is not the awaited task's to change.
      if label == .waiter { return .holder }
      if draft.owner.visibility == .system { return .systemContent }
      if draft.role == .part, draft.isElement { return .observers }
      if draft.isTied { return .state }
      // What makes the other one only looks its owner up there.
      let isLazyPart = label?.isLazy == true && draft.role != .part
      if draft.isMember || isLazyPart || draft.role == .owner { return .part }
      if draft.isElement { return .state }
      guard let label, label.role == .property else { return .property }
      if label.isInPayload || label.isUnconstrained { return .state }
      if label.isExistential, !label.canBeWeak, !label.isClassBound { return .state }
      guard !label.path.contains(".") else { return label.canBeWeak ? .state : .property }
      if draft.role == .part {
        if label.canBeWeak { return .backReference }
        return draft.isRoleGuessed ? .guessedBackReference : .fixedBackReference
      }
      if label.canBeWeak, label.isExistential, !draft.leadsToPart { return .delegate }
      return label.canBeWeak ? .weakable : .property
    }
  }
}
