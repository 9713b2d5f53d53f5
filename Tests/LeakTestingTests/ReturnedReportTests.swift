import Foundation
import LeakTesting
import TestOrder
import Testing

/// The report that a check returns has what failed the test, and nothing that is ignored.
@Suite(.slow, .serialized) struct ReturnedReportTests {
  private final class Record {}
  nonisolated(unsafe) private static var kept: Record?

  private func types(failing: Bool, noting: Bool, ignoring ignored: [IgnoredLeak] = [])
    -> (told: Int, types: [String])
  {
    defer { Self.kept = nil }
    var report: LeakReport?
    let told = issues {
      report = expectNoLeaks(ignoring: ignored, notingCaches: noting, failingCaches: failing) {
        Self.kept = Record()
      }
    }
    return (told.count, (report?.leaks ?? []).map(\.typeName))
  }

  @Test func whatACacheKeeps() {
    let record = "LeakTestingTests.ReturnedReportTests.Record"
    // Before Swift 6.3, a warning is no issue.
    #if compiler(>=6.3)
      let warnings = 1
    #else
      let warnings = 0
    #endif
    #expect(types(failing: true, noting: false) == (1, [record]))
    #expect(types(failing: false, noting: true) == (warnings, []))
    #expect(types(failing: false, noting: false) == (0, []))
    #expect(types(failing: true, noting: false, ignoring: [.type(Record.self)]) == (0, []))
  }

  #if !canImport(Darwin)
    private final class Song {}

    @inline(never)
    private static func dropCache() {
      let cache = NSCache<NSString, Song>()
      cache.setObject(Song(), forKey: "a")
      cache.setObject(Song(), forKey: "b")
    }

    /// It is told once in a process, and found each time.
    @Test(.slow) func whatALibraryHasLeaked() {
      func count(ignoring ignored: [IgnoredLeak]) -> Int? {
        var report: LeakReport?
        _ = issues { report = expectNoLeaks(ignoring: ignored) { Self.dropCache() } }
        return report?.ofLibraries.count
      }
      #expect(count(ignoring: []) == 1)
      #expect(count(ignoring: []) == 1)
      #expect(count(ignoring: [.module("Foundation")]) == 0)
    }
  #endif
}
