import LeakCatalogue

/// Closures that are to run when an animation has ended.
public enum CompletionBlocks: Case {
  public static let id = "animations/completion-blocks"
  public static let question =
    "How long does the completion of an animation keep what it captures?"

  final class Banner {
    let view = View()
    var animator: Animator?
    var isShown = true

    func fadeOutStrongly() {
      View.animate(withDuration: 1) {
        self.view.alpha = 0
      } completion: { _ in
        self.isShown = false
      }
    }

    func fadeOutWeakly() {
      View.animate(withDuration: 1) {
        self.view.alpha = 0
      } completion: { [weak self] _ in
        self?.isShown = false
      }
    }

    func prepareStrongly() {
      let animator = Animator(duration: 0.5)
      animator.addCompletion { self.isShown = false }
      self.animator = animator
    }

    func prepareWeakly() {
      let animator = Animator(duration: 0.5)
      animator.addCompletion { [weak self] in self?.isShown = false }
      self.animator = animator
    }

    func stopAnimation() {
      animator?.stopAnimation()
    }
  }

  public static let variants: [Variant] = [
    .late(
      "animate-with-completion", atLeast: .seconds(1),
      report: """
        CompletionBlocks.Banner went late, held meanwhile by a block that asyncAfter is to run within 1 s (closure #1 in Display.run(after:_:)).
        """
    ) {
      let banner = Banner()
      banner.fadeOutStrongly()
      return banner
    },
    .leaking(
      "animator-never-ended",
      report: """
        CompletionBlocks.Banner leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ CompletionBlocks.Banner
          │    .animator: Animator
          │    .completions[0]
          │    closure #1 in CompletionBlocks.Banner.prepareStrongly()   CompletionBlocks.swift:32
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures CompletionBlocks.Banner (self) strongly
          ╰─ CompletionBlocks.Banner

          Try [weak self] in the closure at CompletionBlocks.swift:32. The CompletionBlocks.Banner keeps the Animator that stores it.
          pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
          fingerprint 622e4bac
        """
    ) {
      let banner = Banner()
      banner.prepareStrongly()
      return banner
    } sever: { banner in
      banner.stopAnimation()
    },
    .fixed("animate-with-weak-completion") {
      let banner = Banner()
      banner.fadeOutWeakly()
      return banner
    },
    .fixed("animator-with-weak-completion") {
      let banner = Banner()
      banner.prepareWeakly()
      return banner
    },
  ]

  public static let why = """
    A completion is kept until its animation ends. With `animate`, the system keeps it and the animation ends \
    by itself, so the banner is freed late, after the whole duration. An animator in a property keeps its \
    completions itself: if it is never started, its animation never ends, and the banner, the animator and the closure \
    keep one another alive.
    """
  public static let fix = """
    Write `[weak self]` in the completion of an animator that you store. In the completion of `animate` it is \
    a matter of taste: it decides only whether the object may go before the animation has ended.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]")
}
