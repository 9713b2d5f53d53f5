import Foundation
import LeakHeapReading
import LeakHeapRoots

extension HoldingPlace {
  /// The timer of a run loop's at `index`.
  init(timerAt index: Int, on path: RootPath) {
    let interval = path.timerInterval(at: index)
    let state: TimerState? =
      switch path.runLoopTimerState(at: index) {
      case .scheduled: .scheduled
      case .unscheduled: .unscheduled
      case .invalid: interval == nil ? .firedOrInvalidated : .invalidated
      case nil: nil
      }
    let fires = state == .scheduled && !path.isTimerPaused(at: index)
    self.init(.runLoopTimer, interval: fires ? interval : nil, timerState: state)
  }

  /// The timer as a part of a sentence.
  var timer: String {
    switch timerState {
    case .scheduled, nil: "a Timer" + rhythm
    case .unscheduled: "a Timer that no run loop has" + Self.keeping
    case .invalidated: "a Timer that was invalidated" + Self.keeping
    case .firedOrInvalidated: "a Timer that has fired or was invalidated" + Self.keeping
    }
  }

  /// Whether it is a timer that will not fire any more, and keeps its block only because it was ever made.
  var isDoneTimer: Bool {
    switch timerState {
    case .unscheduled, .invalidated, .firedOrInvalidated: true
    case .scheduled, nil: false
    }
  }

  private static let keeping = ", whose block Foundation on Linux keeps"

  #if canImport(Darwin)
    private static func scheduledTimerAdvice(writing weakCapture: WeakCapture) -> String {
      "invalidate() the timer when it is no longer needed, and write \(weakCapture.text("in its block"))."
    }
  #else
    private static func scheduledTimerAdvice(writing weakCapture: WeakCapture) -> String {
      "Write \(weakCapture.text("in its block")), and invalidate() the timer when it is no longer needed: that alone does not help, since "
        + "Foundation on Linux gives back neither a Timer nor its block."
    }
  #endif

  /// What to do about the timer.
  func timerAdvice(writing weakCapture: WeakCapture) -> String {
    switch timerState {
    case .scheduled, nil: Self.scheduledTimerAdvice(writing: weakCapture)
    case .unscheduled, .invalidated, .firedOrInvalidated:
      "invalidate() does not help: Foundation on Linux gives back neither a Timer nor its block. Write "
        + weakCapture.text("in the block")
        + ", or use a DispatchSourceTimer, which lets go of its handler at cancel()."
    }
  }
}

extension RootPath {
  /// Every how many seconds the timer at `index` fires, or `nil` for one that fires once.
  fileprivate func timerInterval(at index: Int) -> Double? {
    withTimer(at: index, \.timeInterval).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether the timer at `index` is to fire in a time that no test sees: `.distantFuture` is what a program sets to pause one.
  fileprivate func isTimerPaused(at index: Int) -> Bool {
    let year = 366.0 * 86_400
    return withTimer(at: index, \.fireDate).map { $0.timeIntervalSinceNow > year } ?? false
  }

  private func withTimer<Value>(at index: Int, _ read: (Timer) -> Value) -> Value? {
    let address = snapshot.addresses[index]
    // It was alive in the copy of the process, and may have gone since.
    guard HeapReader.shared.isObject(at: address),
      let pointer = UnsafeRawPointer(bitPattern: address)
    else { return nil }
    return Unmanaged<Timer>.fromOpaque(pointer)._withUnsafeGuaranteedRef(read)
  }
}
