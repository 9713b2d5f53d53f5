import LeakDeciding

/// Findings, those of one cause counted together.
struct LeakTally {
  private(set) var leaks: [Leak] = []
  /// Where the finding of each cause is.
  private var positions: [Cause: Int] = [:]

  /// What findings of one cause share.
  private enum Cause: Hashable {
    /// The references to cut.
    case cut(fingerprint: String)
    /// What holds the objects, and how; the fingerprint has their type.
    case holders([Holder], fingerprint: String)
    /// What else is to be said of one object.
    case other(Verdict, Leak.Subject)

    init(_ leak: Leak) {
      switch leak.verdict {
      case .leaked: self = .cut(fingerprint: leak.fingerprint)
      case .held(let holders):
        let holders = holders.map(\.withoutPositions)
        self =
          holders.contains(where: \.isPlace)
          ? .holders(holders, fingerprint: leak.fingerprint)
          : .other(.held(by: holders), leak.subject)
      case .late(_, let holders): self = .other(.late(after: .zero, heldBy: holders), leak.subject)
      case .deinitialized, .inconclusive: self = .other(leak.verdict, leak.subject)
      }
    }
  }

  /// The path that was looked at last. Thousands in a row have the same, and share its storage.
  private var last: (path: RetainPath, cause: Cause)?

  private mutating func cause(of leak: Leak) -> Cause {
    guard let path = leak.path else { return Cause(leak) }
    if let last, last.path == path { return last.cause }
    let cause = Cause(leak)
    last = (path, cause)
    return cause
  }

  /// Adds `leak`, or counts it with another one of the same cause.
  ///
  /// - Complexity: O(*n*) in the length of the path and the number of objects with names of their own.
  mutating func add(_ leak: Leak) {
    let cause = cause(of: leak)
    guard let position = positions[cause] else {
      positions[cause] = leaks.count
      leaks.append(leak)
      return
    }
    leaks[position].count(leak)
  }
}

extension Leak {
  /// The object that the finding is first of all about.
  fileprivate var subject: Subject {
    Subject(
      typeName: typeName, label: label, location: location, approach: path?.approach)
  }

  /// Counts `other`, which has the same cause.
  fileprivate mutating func count(_ other: Leak) {
    var (first, second) = (self, other)
    // An object of the cycle comes before one that the cycle leads to.
    if path?.approach != nil, other.path?.approach == nil { swap(&first, &second) }
    var subjects = [subject] + also
    for added in [other.subject] + other.also where !subjects.contains(where: { $0.isAlike(added) })
    {
      subjects.append(added)
    }
    subjects.removeAll { $0.isAlike(first.subject) }
    first.also = subjects
    first.count += second.count
    if let retained = second.retained {
      first.retained = (first.retained ?? RetainedObjects()) + retained
    }
    if case .late(let left, let holders) = verdict, case .late(let right, _) = other.verdict {
      first.verdict = .late(after: max(left, right), heldBy: holders)
    }
    self = first
  }
}

extension Leak.Subject {
  /// Whether a report calls both objects the same.
  fileprivate func isAlike(_ other: Leak.Subject) -> Bool {
    typeName == other.typeName && label == other.label && approach == other.approach
  }
}
