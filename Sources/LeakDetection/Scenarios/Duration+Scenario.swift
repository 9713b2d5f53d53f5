import Dispatch

extension Duration {
  /// The duration for Dispatch, which counts nanoseconds and knows "never".
  var dispatchInterval: DispatchTimeInterval {
    let nanoseconds = self / .nanoseconds(1)
    return nanoseconds < 9e18 ? .nanoseconds(Int(nanoseconds)) : .never
  }

  /// "2 seconds", "1 second", "50 milliseconds": as a sentence says it.
  var formattedForScenario: String {
    let milliseconds = Int((self / .milliseconds(1)).rounded())
    let (number, unit) =
      milliseconds.isMultiple(of: 1000)
      ? (milliseconds / 1000, "second") : (milliseconds, "millisecond")
    return number == 1 ? "1 \(unit)" : "\(number) \(unit)s"
  }
}
