import Dispatch

extension Duration {
  /// "2 seconds", "1 second", "50 milliseconds": as a sentence says it.
  var formattedForScenario: String {
    let milliseconds = Int((self / .milliseconds(1)).rounded())
    let (number, unit) =
      milliseconds.isMultiple(of: 1000)
      ? (milliseconds / 1000, "second") : (milliseconds, "millisecond")
    return counted(number, unit)
  }
}
