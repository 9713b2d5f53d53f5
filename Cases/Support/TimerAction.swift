/// What a timer does, in a box that can be emptied.
///
/// Foundation on Linux never gives back the block of a `Timer`, not even after `invalidate()`. The blocks
/// here capture only such a box: emptying it is the one way to let go of what the block uses.
final class TimerAction: @unchecked Sendable {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func run() {
    body?()
  }

  /// Lets go of what ``run()`` would use.
  func clear() {
    body = nil
  }
}
