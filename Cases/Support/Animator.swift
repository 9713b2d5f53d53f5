import Foundation

/// An animation to be started later, as far as memory goes: what `UIViewPropertyAnimator` keeps, and for
/// how long.
///
/// - The animations are kept from their addition until ``startAnimation()``, which runs them and lets go.
/// - The completions are kept until the animation ends: by itself when its duration has passed since the
///   start, or by ``stopAnimation()``. The display keeps a running animator until then.
/// - An animator that is never started keeps both as long as it lives.
final class Animator {
  /// How long the animation runs, in seconds.
  let duration: TimeInterval

  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []

  init(duration: TimeInterval, animations: (() -> Void)? = nil) {
    self.duration = duration
    if let animations { addAnimations(animations) }
  }

  /// Keeps `animations` until the start.
  func addAnimations(_ animations: @escaping () -> Void) {
    self.animations.append(animations)
  }

  /// Keeps `completion` until the end.
  func addCompletion(_ completion: @escaping () -> Void) {
    completions.append(completion)
  }

  /// Runs the animations and lets go of them; the completions follow when the duration has passed.
  func startAnimation() {
    let started = animations
    animations = []
    for animation in started { animation() }
    if !completions.isEmpty { Display.run(after: duration) { self.finish() } }
  }

  /// Starts when `delay`, in seconds, has passed; the display keeps the animator until then.
  func startAnimation(afterDelay delay: TimeInterval) {
    Display.run(after: delay) { self.startAnimation() }
  }

  /// Ends the animation where it is: lets go of everything without running it.
  func stopAnimation() {
    animations = []
    completions = []
  }

  private func finish() {
    let finished = completions
    completions = []
    for completion in finished { completion() }
  }
}
