import Dispatch

extension Duration {
  /// The duration for Dispatch, which counts nanoseconds and knows "never".
  package var dispatchInterval: DispatchTimeInterval {
    let nanoseconds = self / .nanoseconds(1)
    return nanoseconds < 9e18 ? .nanoseconds(Int(nanoseconds)) : .never
  }
}
