import LeakCatalogue

/// An album lists its tracks, a track names its artist, an artist points to an album.
public enum ThreeObjectRing: Case {
  public static let id = "owners/three-object-ring"
  public static let question =
    "Can objects keep each other alive when no two of them hold one another?"

  final class Album {
    let title: String
    var tracks: [Track] = []

    init(title: String) {
      self.title = title
    }
  }

  final class Track {
    let title: String
    let artist: Artist

    init(title: String, artist: Artist) {
      self.title = title
      self.artist = artist
    }
  }

  class Artist {}

  final class StrongArtist: Artist {
    var latestAlbum: Album?
  }

  final class WeakArtist: Artist {
    weak var latestAlbum: Album?
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "leaking",
        report: """
          ThreeObjectRing.Album leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ ThreeObjectRing.Album
            │    .tracks[0]: ThreeObjectRing.Track
            │    .artist: ThreeObjectRing.StrongArtist
            │    .latestAlbum: ThreeObjectRing.Album   ThreeObjectRing.swift:31
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            ╰─ ThreeObjectRing.Album

            Try weak var on ThreeObjectRing.StrongArtist.latestAlbum.
            pattern object-ring (swift run leakcases show owners/three-object-ring)
            fingerprint bb084ca3
          """
      ) {
        let artist = StrongArtist()
        let album = Album(title: "Low Tide")
        album.tracks.append(Track(title: "Harbour", artist: artist))
        artist.latestAlbum = album
        return album
      } sever: { album in
        (album.tracks[0].artist as? StrongArtist)?.latestAlbum = nil
      },

      .fixed("fixed") {
        let artist = WeakArtist()
        let album = Album(title: "Low Tide")
        album.tracks.append(Track(title: "Harbour", artist: artist))
        artist.latestAlbum = album
        return album
      },
    ]
  }

  public static let why = """
    No class here mentions the class that mentions it, so each file looks harmless on its own. If you follow \
    the references, they lead from the album through a track and its artist back to the album, and \
    none of the three can be released first. One reference that does not own its object opens the ring.
    """

  public static let fix = """
    Decide who owns whom, and make the one reference that leads back to an owner weak: the album is \
    made of its tracks, while the artist merely points to it.
    """

  public static let source: Source? = nil
}
