import LeakTesting
import TestOrder
import Testing

/// How many objects are told where cycles of different objects have one cause.
@Suite(.slow, .leakFree) struct CountedTypesTests {
  private final class Album { var owner: AnyObject? }
  private final class Band { var album: Album? }

  private static func told(_ report: LeakReport) -> [String] {
    report.description.split(separator: "\n").filter { $0.contains(" leaked: ") }.map(String.init)
  }

  // An optimised build would make no object that nobody can see.
  @inline(never) private static func albumAlone() -> Album {
    let album = Album()
    album.owner = album
    return album
  }

  @inline(never) private static func albumWithBand() -> Album {
    let album = Album()
    let band = Band()
    band.album = album
    album.owner = band
    return album
  }

  @Test func `Of each cycle all objects are counted that the report names`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      _ = Self.albumAlone()
      for _ in 0..<3 { _ = Self.albumWithBand() }
    }
    #expect(
      Self.told(report) == [
        "CountedTypesTests.Album and CountedTypesTests.Band leaked: 7 instances are kept alive by 4 retain cycles that "
          + "one change breaks."
      ])
  }

  @Test func `Where one type is named, its objects are counted`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      for _ in 0..<3 { _ = Self.albumWithBand() }
    }
    #expect(
      Self.told(report) == [
        "CountedTypesTests.Band leaked: 3 instances are kept alive by 3 retain cycles that one change breaks."
      ])
  }
}
