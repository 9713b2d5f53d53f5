#if !canImport(Darwin)
  import Foundation
  import LeakTesting
  import TestOrder
  import Testing

  /// What a library leaks fails no test that has not named it, and is told once.
  @Suite(.slow) struct LibraryLeakTests {
    final class Song {}

    @inline(never)
    private static func dropCache() -> Song {
      let cache = NSCache<NSString, Song>()
      let song = Song()
      cache.setObject(song, forKey: "a")
      cache.setObject(Song(), forKey: "b")
      return song
    }

    #if compiler(>=6.3)
      /// In a process of its own: a test that drops a cache before this one would have had the one warning.
      @Test(.aheadOfOthers) func isAWarningOnce() async {
        await #expect(processExitsWith: .success) {
          let log = Log<String>()
          await withKnownIssue(isIntermittent: true) {
            await expectNoLeaks { _ = LibraryLeakTests.dropCache() }
            await expectNoLeaks { _ = LibraryLeakTests.dropCache() }
          } matching: { issue in
            log.append("\(issue.severity): \(issue.comments.map(\.rawValue).joined())")
            return true
          }
          #expect(log.elements.count == 1)
          let told = log.elements.first ?? ""
          #expect(told.hasPrefix("warning: NSCacheEntry<NSString, LibraryLeakTests.Song> leaked"))
          #expect(told.contains("\n  a leak of Foundation's, seen with Swift 6.3.1: "))
          #expect(
            told.hasSuffix(
              "\n  It fails a test only if the test named the object. It is reported once per process."
            )
          )
        }
      }
    #endif

    @Test func failsWhereTheObjectIsNamed() async {
      for _ in 0..<2 {
        let told = await asyncIssues { await expectDeallocated { Self.dropCache() } }
        #expect(told.count == 1)
        #expect(told.first?.contains("\n  a leak of Foundation's, seen with Swift ") == true)
      }
    }
  }
#endif
