import Dispatch

extension Duration {
  /// "2 seconds", "1 second", "50 milliseconds": as a sentence says it.
  var formattedForScenario: String {
    let milliseconds =
      Int(exactly: (self / .milliseconds(1)).rounded()) ?? (self < .zero ? .min : .max)
    let (number, unit) =
      milliseconds.isMultiple(of: 1000)
      ? (milliseconds / 1000, "second") : (milliseconds, "millisecond")
    return counted(number, unit)
  }

  /// Refuses a deadline that has passed before the scenario begins.
  func checkAsDeadline(of scenario: String) throws(ScenarioError) {
    if self > .zero { return }
    throw ScenarioError(
      text:
        "A deadline of \(formattedForScenario) is too short: the \(scenario) scenario would end "
        + "before it begins. Leave within: out, or allow some time.")
  }
}
