import LeakBase
import LeakDeciding

/// Turns what a look found into what a report tells: cycles, suspects, names, lines and advice.
///
/// It is made when all waiting is over, once for each check.
package final class LookExplainer: Sendable {
  let look: HeapLook
  let knownPaths = KnownPaths()
  let knownHolders = KnownHolders()
  let otherKeepers = OtherKeepers()
  /// The heap around garbage that was found outside the look, and what it was found by.
  let garbage = VisibleMutex<(referrers: [UInt], explainer: LookExplainer)?>(nil)

  let evidence: HeapEvidence

  /// - Parameter reading: What was read and recorded, where the look is of a check's objects.
  package init(_ look: HeapLook, in reading: CheckReading? = nil) {
    self.look = look
    evidence = reading.map { look.evidence.knowingMakers(in: $0) } ?? look.evidence
  }
}
