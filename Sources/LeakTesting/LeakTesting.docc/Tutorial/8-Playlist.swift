final class Playlist {
  private(set) var songs: [Song] = []

  func add(_ title: String) {
    songs.append(Song(title: title, playlist: self))
  }
}

final class Song {
  let title: String
  weak var playlist: Playlist?

  init(title: String, playlist: Playlist) {
    self.title = title
    self.playlist = playlist
  }
}
