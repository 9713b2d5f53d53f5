import Dispatch
import Foundation

/// A view, as far as memory goes: what `UIView` keeps, and for how long.
///
/// A view keeps its subviews; a subview does not keep its superview. Unlike `UIView` it belongs to no
/// actor: each case uses its views from one thread at a time.
class View: @unchecked Sendable {
  var alpha = 1.0
  private(set) var subviews: [View] = []
  private(set) weak var superview: View?

  init() {}

  /// Adds `view` above the other subviews.
  func addSubview(_ view: View) {
    view.superview = self
    subviews.append(view)
  }
}

extension View {
  /// Changes views over time, as `UIView.animate` does to memory: `animations` runs before the call
  /// returns and is not kept; `completion` is kept until `duration`, in seconds, has passed.
  ///
  /// `completion` runs on the display's own queue.
  static func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void,
    completion: ((_ finished: Bool) -> Void)? = nil
  ) {
    animations()
    guard let completion else { return }
    Display.run(after: duration) { completion(true) }
  }
}

/// The clock that ends animations.
enum Display {
  private static let queue = DispatchQueue(label: "Display")

  /// Keeps `work` until `delay`, in seconds, has passed, runs it once and lets go of it.
  static func run(after delay: TimeInterval, _ work: @escaping () -> Void) {
    // The case has let go of what the work captured by the time that it runs.
    nonisolated(unsafe) let work = work
    queue.asyncAfter(deadline: .now() + delay) { work() }
  }
}
