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

extension [Leak] {
  /// Adds `leak`, or counts it with another unnamed one of the same defect.
  mutating func merge(_ leak: Leak) {
    let index = firstIndex { other in
      other.label == nil && other.typeName == leak.typeName && other.location == leak.location
        && other.fingerprint == leak.fingerprint
        && (other.verdict == leak.verdict || other.path != nil && leak.path != nil)
    }
    guard let index else { return append(leak) }
    self[index].count += leak.count
    if let retained = leak.retained {
      self[index].retained = (self[index].retained ?? RetainedObjects()) + retained
    }
  }
}
