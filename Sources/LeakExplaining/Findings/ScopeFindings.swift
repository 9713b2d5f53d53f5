/// What was found about everything that one scope allocated.
package struct ScopeFindings: Sendable, Hashable {
  /// What must go and did not.
  package var leaks: [Leak]

  /// What a library of the toolchain's has leaked of objects that nobody named.
  package var ofLibraries: [Leak]

  /// The named objects that went late, and, where that was asked for, the others that did.
  package var late: [Leak]

  /// What a place possibly keeps that outlives the test, and of which the type is not known: a cache of a library's, perhaps.
  package var uncertain: [Leak]

  /// What globals, statics and caches keep, which is no leak.
  package var kept: [Leak]

  /// Creates findings from their parts.
  package init(
    leaks: [Leak] = [], ofLibraries: [Leak] = [], late: [Leak] = [], uncertain: [Leak] = [],
    kept: [Leak] = []
  ) {
    self.leaks = leaks
    self.ofLibraries = ofLibraries
    self.late = late
    self.uncertain = uncertain
    self.kept = kept
  }

  /// Whether nothing was found.
  package var areNone: Bool {
    leaks.isEmpty && ofLibraries.isEmpty && late.isEmpty && uncertain.isEmpty && kept.isEmpty
  }
}
