import LeakCatalogue

/// Closures that run inside the call they are passed to.
public enum NonEscapingClosure: Case {
  public static let id = "closures/non-escaping"
  public static let question = "Does a closure passed to `map` or `filter` need `[weak self]`?"

  final class Playlist {
    let tracks: [String]
    var current = ""
    var played = 0

    init(tracks: [String]) {
      self.tracks = tracks
    }

    func playAll() -> [String] {
      tracks.map { track in
        self.current = track
        self.played += 1
        return "\(self.played). \(track)"
      }
    }

    func upcoming() -> [String] {
      tracks.filter { track in track != self.current }
    }

    /// Not marked `@escaping`: the compiler lets nobody keep `body` beyond the call. It may be handed on, to a function
    /// that does not keep it either.
    func withEachTrack(_ body: (String) -> Void) {
      tracks.forEach(body)
    }

    func restart() {
      withEachTrack { track in
        self.current = track
        self.played = 0
      }
    }
  }

  public static let variants: [Variant] = [
    .fixed("higher-order-functions") {
      let playlist = Playlist(tracks: ["Prelude", "Fugue", "Coda"])
      _ = playlist.playAll()
      _ = playlist.upcoming()
      return playlist
    },
    .fixed("own-function") {
      let playlist = Playlist(tracks: ["Prelude", "Fugue", "Coda"])
      playlist.restart()
      return playlist
    },
  ]

  public static let why = """
    A closure for a parameter that is not `@escaping` cannot be stored, nor passed on to anybody who might store it: when \
    the call is over, nobody has it any more, and its captures have gone with it. A cycle needs the captured object \
    to hold the closure, and here nobody can hold it. `map`, `filter` and `forEach` all take such closures, and so \
    do your own functions unless they say otherwise. An optional closure is another matter: see \
    `closures/optional-closure`.
    """
  public static let fix = """
    Nothing to fix: write `self` as it is. A `[weak self]` would only add an optional that can never be nil.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["higherOrderFunctions"])
}
