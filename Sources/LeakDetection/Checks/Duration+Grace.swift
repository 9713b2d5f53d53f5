extension Duration {
  /// What is wrong with this as the grace of a check, as sentences; `nil` where it is some time.
  package var mistakeAsGrace: String? {
    mistake("an object that goes a moment later would fail. Leave it out, or allow some time.")
  }

  /// What is wrong with this as the time after which an object that is still there is reported.
  var mistakeAsTimeToGo: String? {
    mistake("an object that goes a moment later would be reported. Allow some time.")
  }

  private func mistake(_ consequence: String) -> String? {
    if self > .zero { return nil }
    return "A grace of \(self / .seconds(1)) seconds leaves no time: \(consequence)"
  }
}
