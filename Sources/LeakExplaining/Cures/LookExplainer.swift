import LeakBase
import LeakDeciding

/// Turns what a look found into what a report tells: cycles, suspects, names, lines and advice.
///
/// It is made when all waiting is over, once for each check.
package final class LookExplainer: Sendable {
  let look: HeapLook
  let knownPaths = KnownPaths()
  let knownHolders = KnownHolders()
  /// The heap around garbage that was found outside the look, and what it was found by.
  let garbage = VisibleMutex<(referrers: [UInt], explainer: LookExplainer)?>(nil)

  package init(_ look: HeapLook) {
    self.look = look
  }

  var evidence: HeapEvidence { look.evidence }
}
