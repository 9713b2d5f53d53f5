import LeakBase
import LeakDeciding
import LeakExplaining

extension LeakReport {
  /// What is not known of `findings`. What is wrong with how that was said is written to standard error.
  init(
    _ findings: ScopeFindings, ignoring ignored: [IgnoredLeak], within grace: Duration,
    at location: CodeLocation
  ) {
    let ledger = LeakLedger.shared
    (ignored.mistakes + [grace.mistakeAsGrace].compactMap(\.self)).forEach(location.warn)
    if let mistake = RunGrace.mistake { Notice.invalidGrace.warn(mistake) }
    if let error = ledger.takeErrorToWrite(near: location.filePath) {
      StandardError.warn(error.sentences, at: error.place)
    }
    func isNew(_ leak: Leak) -> Bool {
      !ledger.isKnown(leak, ignoring: ignored + IgnoredLeak.inherited)
    }
    self.init(
      leaks: (findings.leaks + findings.uncertain).filter(isNew),
      ofLibraries: findings.ofLibraries.filter(isNew), late: findings.late)
  }
}
