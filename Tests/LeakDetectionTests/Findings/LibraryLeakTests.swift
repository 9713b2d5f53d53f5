#if !canImport(Darwin)
  import Foundation
  import LeakDetection
  import TestOrder
  import Testing

  /// What Foundation on Linux leaks is told apart from what the program does.
  @Suite(.slow) struct LibraryLeakTests {
    /// What is leaked. A guest may keep itself.
    final class Guest: @unchecked Sendable {
      var myself: Guest?
      var timer: Timer?
    }

    private static func names(_ leaks: [Leak]) -> [String?] { leaks.map(\.libraryLeak?.name) }

    @inline(never)
    private static func fillCache(_ guests: [Guest]) {
      let cache = NSCache<NSString, Guest>()
      for (number, guest) in guests.enumerated() {
        cache.setObject(guest, forKey: "\(number)" as NSString)
      }
    }

    @Test func `The entries of a cache that has gone`() async {
      let report = await LeakDetector.detect { Self.fillCache([Guest(), Guest()]) }
      #expect(report.leaks == [])
      #expect(Self.names(report.ofLibraries) == ["cache-entries"])
      #expect(report.ofLibraries.first?.pattern == "cache-entries")
    }

    @Test func `An object that was named is a leak all the same`() async {
      let report = await LeakDetector.detect {
        let guest = Guest()
        Self.fillCache([guest, Guest()])
        return guest
      }
      #expect(Self.names(report.leaks) == ["cache-entries"])
      #expect(report.ofLibraries == [])
    }

    @Test func `A cycle of the program's in such a cache is the program's`() async {
      let report = await LeakDetector.detect {
        let guest = Guest()
        guest.myself = guest
        Self.fillCache([guest, Guest()])
      }
      #expect(Self.names(report.leaks) == [nil])
      #expect(report.leaks.first?.typeName.hasSuffix("Guest") == true)
      let path = report.leaks.first?.path
      #expect(path?.references.map(\.label) == [".myself"], "\(report)")
    }

    /// Not inlined, so that nothing of the timer's is in a frame of the caller's.
    @inline(never)
    private static func holdByTimer(_ guest: Guest, _ use: (Timer) -> Void) {
      use(Timer(timeInterval: 60, repeats: true) { _ in withExtendedLifetime(guest) {} })
    }

    @Test func `A timer that was invalidated`() async {
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        Self.holdByTimer(Guest()) { $0.invalidate() }
      }
      #expect(report.leaks == [])
      #expect(Self.names(report.ofLibraries) == ["done-timer"])
      #expect(report.ofLibraries.first?.pattern == "done-timer")
    }

    @Test func `A timer that is to fire is the program's`() async {
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        Self.holdByTimer(Guest()) { RunLoop.main.add($0, forMode: .init("never run")) }
      }
      #expect(Self.names(report.leaks) == [nil])
      #expect(report.leaks.first?.description.contains("a Timer that fires every 60 s") == true)
      #expect(report.ofLibraries == [])
    }

    @Test func `An object that stores its timer has a cycle of its own`() async {
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        let guest = Guest()
        Self.holdByTimer(guest) { timer in
          guest.timer = timer
          timer.invalidate()
        }
      }
      #expect(Self.names(report.leaks) == [nil])
      #expect(
        report.leaks.first?.description.contains("; after that a retain cycle keeps it, unless")
          == true)
      #expect(report.ofLibraries == [])
    }

    @Test func `A report says whose leak it is`() async throws {
      let report = await LeakDetector.detect { Self.fillCache([Guest(), Guest(), Guest()]) }
      let text =
        "\n  a leak of Foundation's, seen with Swift 6.3.1: the entries of an NSCache keep one another when the cache goes\n"
      #expect(report.description.contains(text))
      let json = try JSONEncoder().encode(report)
      #expect(try JSONDecoder().decode(LeakReport.self, from: json) == report)
      #expect(String(decoding: json, as: UTF8.self).contains(#""name":"cache-entries""#))
    }
  }
#endif
