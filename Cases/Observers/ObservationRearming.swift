import LeakCatalogue
import Observation

/// A screen that follows every change of its model.
public enum ObservationRearming: Case {
  public static let id = "observers/observation-rearming"
  public static let question =
    "Is `withObservationTracking` harmless, since its closure is called only once?"

  @MainActor @Observable
  final class Song {
    var title = "Prelude"
  }

  @MainActor
  final class Screen {
    let song = Song()
    private(set) var shown: [String] = []

    private(set) var isFollowing = true

    /// Shows the title, and does so again after each change.
    func follow() {
      guard isFollowing else { return }
      withObservationTracking {
        shown.append(song.title)
      } onChange: {
        Task { @MainActor in self.follow() }
      }
    }

    func followWeakly() {
      withObservationTracking {
        shown.append(song.title)
      } onChange: { [weak self] in
        Task { @MainActor in self?.followWeakly() }
      }
    }

    /// Follows no more: the change is the last that is told.
    func stop() {
      isFollowing = false
      song.title = ""
    }

    /// Changes the title, and comes back when it is shown.
    func play(_ title: String) async {
      song.title = title
      while shown.last != title { await Task.yield() }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-self",
      report: """
        ObservationRearming.Screen leaked: 1 instance is kept alive by a retain cycle of 5 strong references.

          ╭→ ObservationRearming.Screen
          │    .song: ObservationRearming.Song
          │    ._$observationRegistrar.extent: ObservationRegistrar.Extent
          │    closure #3 in closure #1 in ObservationTracking._installTracking(_:willSet:didSet:)
          │    closure #1 in ObservationTracking._installTracking(_:onChange:)
          │    closure #2 in implicit closure #1 in ObservationRearming.Screen.follow()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ObservationRearming.Screen (self) strongly
          │       ObservationRearming.swift:27
          ╰─ ObservationRearming.Screen

          Try [weak self] in the closure at ObservationRearming.swift:27. The observed object keeps onChange until its next change.
          pattern observation-tracking (swift run leakcases show observers/property-observation)
          fingerprint 1f26bc2d
        """
    ) { @MainActor in
      let screen = Screen()
      screen.follow()
      await screen.play("Fugue")
      return screen
    } sever: { @MainActor screen in
      screen.stop()
    }
    .saying(
      "a closure",
      insteadOf:
        "closure #3 in closure #1 in ObservationTracking._installTracking(_:willSet:didSet:)"
    )
    .saying(
      "a closure", insteadOf: "closure #1 in ObservationTracking._installTracking(_:onChange:)"),
    .fixed("weak-self") { @MainActor in
      let screen = Screen()
      screen.followWeakly()
      await screen.play("Fugue")
      return screen
    },
  ]

  public static let why = """
    The closure is called once and released, but it starts the next observation: there is always a closure that waits for the \
    next change. The song's registrar keeps this closure, the closure captured the screen, and the screen keeps the song.
    """
  public static let fix = """
    Write `[weak self]` in `onChange`.
    """
  public static let source: Source? = nil
}
