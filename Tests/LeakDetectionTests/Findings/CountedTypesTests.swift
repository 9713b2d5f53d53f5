import LeakTesting
import Testing

/// How many objects are told where cycles of different objects have one cause.
@Suite(.leakFree) struct CountedTypesTests {
  private final class Album { var owner: AnyObject? }
  private final class Band { var album: Album? }

  private static func told(_ report: LeakReport) -> [String] {
    report.description.split(separator: "\n").filter { $0.contains(" leaked: ") }.map(String.init)
  }

  private static func leakAlone() {
    let album = Album()
    album.owner = album
  }

  private static func leakWithBand() {
    let album = Album()
    let band = Band()
    band.album = album
    album.owner = band
  }

  @Test func `Of each cycle all objects are counted that the report names`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      Self.leakAlone()
      for _ in 0..<3 { Self.leakWithBand() }
    }
    #expect(
      Self.told(report) == [
        "CountedTypesTests.Album and CountedTypesTests.Band leaked: 7 instances are kept alive by 4 retain cycles that "
          + "one change breaks."
      ])
  }

  @Test func `Where one type is named, its objects are counted`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      for _ in 0..<3 { Self.leakWithBand() }
    }
    #expect(
      Self.told(report) == [
        "CountedTypesTests.Band leaked: 3 instances are kept alive by 3 retain cycles that one change breaks."
      ])
  }
}
