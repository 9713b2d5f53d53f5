import LeakDeciding

/// Findings, those of one cause counted together.
struct LeakTally {
  private var entries: [CountedFinding] = []
  /// Where the finding of each cause is.
  private var positions: [Cause: Int] = [:]

  /// The findings, in the order of the first of each cause.
  var leaks: [Leak] { entries.map(\.finding) }

  /// What findings of one cause share.
  private enum Cause: Hashable {
    /// The references to cut.
    case cut(fingerprint: String)
    /// What holds the objects, and how, and what would keep them afterwards; the fingerprint has their type.
    case holders([Holder], afterwards: [String?], fingerprint: String)
    /// What else is to be said of one object.
    case other(Verdict, Leak.Subject)

    init(_ leak: Leak) {
      switch leak.verdict {
      case .leaked: self = .cut(fingerprint: leak.fingerprint)
      case .held(let holders):
        let cycles = holders.map { $0.cycleAfterwards?.fingerprint }
        let holders = holders.map(\.withoutPositions.withoutTime)
        self =
          holders.contains { $0.place != nil }
          ? .holders(holders, afterwards: cycles, fingerprint: leak.fingerprint)
          : .other(.held(by: holders), leak.subject)
      case .late(_, let holders): self = .other(.late(after: .zero, heldBy: holders), leak.subject)
      case .deinitialized, .inconclusive: self = .other(leak.verdict, leak.subject)
      }
    }

    /// Whether it is the same for all objects of one type with one verdict.
    var isOfVerdict: Bool { if case .other = self { false } else { true } }
  }

  /// What was added last. Thousands in a row have the same verdict, and share its storage.
  private var last: (typeName: String, verdict: Verdict, position: Int)?

  /// Adds `leak`, or counts it with another one of the same cause.
  ///
  /// - Parameters:
  ///   - group: The number of the group of objects that it is about; `nil` where it is that of another one.
  ///   - members: How many objects of each type form the group, where ``Leak/count`` are those of one type.
  /// - Returns: The position of the finding.
  /// - Complexity: O(*n*) in the length of the path.
  @discardableResult
  mutating func add(_ leak: Leak, of group: Int? = nil, with members: [String: Int] = [:]) -> Int {
    if let last, last.typeName == leak.typeName, last.verdict == leak.verdict {
      entries[last.position].count(leak, of: group, with: members)
      return last.position
    }
    let cause = Cause(leak)
    let known = positions[cause]
    let position = known ?? entries.count
    if known != nil {
      entries[position].count(leak, of: group, with: members)
    } else {
      positions[cause] = position
      entries.append(CountedFinding(leak, of: group, with: members))
    }
    last = cause.isOfVerdict ? (leak.typeName, leak.verdict, position) : nil
    return position
  }

  /// Counts `leak` with the finding at `position`, whose cause it has.
  mutating func count(_ leak: Leak, of group: Int? = nil, at position: Int) {
    entries[position].count(leak, of: group, with: [:])
  }
}

/// A finding, and the objects that it is about.
private struct CountedFinding {
  private var leak: Leak
  private var also: [Leak.Subject]
  /// The groups that the objects are in, as far as they are known.
  private var groups: Set<Int>
  /// The one that was counted last: of thousands in a row, as a rule, that of the next one.
  private var lastGroup: Int?
  /// What the report calls the objects.
  private var known: Set<Name>
  /// What it calls the one that was counted last.
  private var last: Name?
  /// How many objects of each type form the groups, for those of which the finding itself counts one type.
  private var members: [String: Int] = [:]
  /// How many objects of those groups the finding itself counts.
  private var countOfOneType = 0

  /// What a report calls an object.
  private struct Name: Hashable {
    let typeName: String
    let label: String?
    let approach: RetainPath.Approach?

    init(_ subject: Leak.Subject) {
      typeName = subject.typeName
      label = subject.label
      approach = subject.approach
    }
  }

  init(_ leak: Leak, of group: Int?, with members: [String: Int]) {
    self.leak = leak
    groups = group.map { [$0] } ?? []
    lastGroup = group
    also = leak.also
    self.leak.also = []
    known = Set(([leak.subject] + also).map(Name.init))
    note(members, of: leak)
  }

  var finding: Leak {
    var finding = leak
    finding.also = also
    // Groups of one cause may be told by objects of different types: of each group all that are named are counted.
    if members.count > 1, !also.isEmpty {
      let named = Set(([leak.subject] + also).map(\.typeName))
      finding.count += named.reduce(-countOfOneType) { $0 + members[$1, default: 0] }
    }
    return finding
  }

  /// Notes what forms the group that `leak` is about.
  private mutating func note(_ new: [String: Int], of leak: Leak) {
    if new.isEmpty { return }
    members.merge(new, uniquingKeysWith: +)
    // The object that is told is one of them, or has gone from there.
    if new[leak.typeName] == nil { members[leak.typeName, default: 0] += leak.count }
    countOfOneType += leak.count
  }

  private mutating func add(_ subject: Leak.Subject) {
    let name = Name(subject)
    if name == last { return }
    last = name
    if known.insert(name).inserted { also.append(subject) }
  }

  /// Notes the group of an object. The first one that is known is that of the objects before it, too.
  private mutating func isOfAnotherGroup(_ group: Int?) -> Bool {
    guard let group, group != lastGroup else { return false }
    lastGroup = group
    let isFirst = groups.isEmpty
    return groups.insert(group).inserted && !isFirst
  }

  /// Counts `other`, which has the same cause.
  mutating func count(_ other: Leak, of group: Int?, with members: [String: Int]) {
    note(members, of: other)
    let causes = leak.causes + (isOfAnotherGroup(group) ? other.causes : 0)
    defer { leak.causes = causes }
    if case .late(let left, let holders) = leak.verdict, case .late(let right, _) = other.verdict {
      leak.verdict = .late(after: max(left, right), heldBy: holders)
    }
    if case .held(let left) = leak.verdict, case .held(let right) = other.verdict, left != right {
      leak.verdict = .held(by: zip(left, right).map { $0.due(with: $1) })
    }
    let retained = other.retained.map { (leak.retained ?? LeakSize()) + $0 }
    // An object of the cycle comes before one that the cycle leads to.
    if leak.path?.approach != nil, other.path?.approach == nil {
      let count = leak.count
      let own = leak.retained
      also.insert(leak.subject, at: 0)
      also += other.also.filter { !known.contains(Name($0)) }
      also.removeAll { Name($0) == Name(other.subject) }
      leak = other
      leak.also = []
      leak.count += count
      leak.retained = retained ?? own
      known = Set(([leak.subject] + also).map(Name.init))
      return
    }
    add(other.subject)
    for subject in other.also { add(subject) }
    leak.count += other.count
    if let retained { leak.retained = retained }
  }
}

extension Leak {
  /// The object that the finding is first of all about.
  fileprivate var subject: Subject {
    Subject(
      typeName: typeName, label: label, location: location, approach: path?.approach)
  }
}
