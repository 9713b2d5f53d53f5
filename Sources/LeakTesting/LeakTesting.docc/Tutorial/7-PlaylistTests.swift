import LeakTesting
import Testing

@testable import Jukebox

@Suite(.leakFree) struct PlaylistTests {
  @Test func addsSongs() {
    let playlist = Playlist()
    playlist.add("Summertime")
    #expect(playlist.songs.map(\.title) == ["Summertime"])
  }
}
