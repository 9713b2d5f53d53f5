/// What was found about everything that one scope allocated.
package struct ScopeFindings: Sendable, Hashable {
  /// What must go and did not.
  package var leaks: [Leak] = []

  /// The named objects that went late.
  package var late: [Leak] = []

  /// What a place possibly keeps that outlives the test, and of which the type is not known: a cache of a library's, perhaps.
  package var uncertain: [Leak] = []

  /// What globals, statics and caches keep, which is no leak.
  package var kept: [Leak] = []
}

/// Findings, those of one defect counted together.
struct LeakTally {
  private(set) var leaks: [Leak] = []
  /// Where the unnamed findings of each defect are.
  private var positions: [Defect: Int] = [:]

  /// What findings of one defect share.
  private struct Defect: Hashable {
    var typeName: String
    var location: CodeLocation
    var fingerprint: String
    /// What else tells findings apart that are no leaks.
    var verdict: Verdict?

    init(_ leak: Leak) {
      typeName = leak.typeName
      location = leak.location
      fingerprint = leak.fingerprint
      switch leak.verdict {
      case .leaked: verdict = nil
      case .held(let holders): verdict = .held(by: holders.map(\.withoutPositions))
      case .deinitialized, .late, .inconclusive: verdict = leak.verdict
      }
    }
  }

  /// Adds `leak` by itself, to be counted with others if it has no label.
  mutating func append(_ leak: Leak) {
    append(leak, of: leak.label == nil ? Defect(leak) : nil)
  }

  private mutating func append(_ leak: Leak, of defect: Defect?) {
    if let defect, positions[defect] == nil { positions[defect] = leaks.count }
    leaks.append(leak)
  }

  /// Adds `leak`, which has no label, or counts it with another one of the same defect.
  ///
  /// - Complexity: O(1), and O(*n*) in the length of the path.
  mutating func merge(_ leak: Leak) {
    let defect = Defect(leak)
    guard let position = positions[defect] else { return append(leak, of: defect) }
    leaks[position].count += leak.count
    if let retained = leak.retained {
      leaks[position].retained = (leaks[position].retained ?? RetainedObjects()) + retained
    }
  }
}
