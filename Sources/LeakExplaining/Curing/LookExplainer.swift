import LeakDeciding

/// Turns what a look found into what a report tells: cycles, suspects, names, lines and advice.
///
/// It is made when all waiting is over, once for each check.
package final class LookExplainer: Sendable {
  let look: HeapLook
  let knownPaths = KnownPaths()
  let knownHolders = KnownHolders()

  package init(_ look: HeapLook) {
    self.look = look
  }

  var evidence: HeapEvidence { look.evidence }
}
