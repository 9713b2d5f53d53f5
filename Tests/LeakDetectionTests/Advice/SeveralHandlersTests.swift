import Dispatch
import LeakTesting
import TestOrder
import Testing

/// What is told of an object that several handlers of one source capture.
@Suite(.slow, .disabled(if: isOptimized, "lines are those of an unoptimised build"))
struct SeveralHandlersTests {
  private final class Reader {
    var source: (any DispatchSourceUserDataAdd)?
    var count = 0

    func read(andForget isForgotten: Bool) {
      let source = DispatchSource.makeUserDataAddSource()
      source.setEventHandler { self.count += 1 }
      if isForgotten {
        source.setCancelHandler { self.count = 0 }
      }
      source.activate()
      self.source = source
    }
  }

  private static func rest(andForget isForgotten: Bool) async -> Bool? {
    weak var reader: Reader?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let made = Reader()
      made.read(andForget: isForgotten)
      reader = made
      return made
    }
    reader?.source?.cancel()
    reader?.source = nil
    return report.leaks.first?.report.contains("Another cycle probably remains after that")
  }

  @Test func `Another cycle goes through the other handler`() async {
    #expect(await Self.rest(andForget: true) == true)
    #expect(await Self.rest(andForget: false) == false)
  }

  private final class Clock {
    var source: (any DispatchSourceTimer)?
    var count = 0

    func run() {
      let source = DispatchSource.makeTimerSource()
      source.schedule(deadline: .now() + 600)
      source.setCancelHandler { self.count = 0 }
      source.setEventHandler { self.count += 1 }
      source.activate()
      self.source = source
    }
  }

  /// The order of the handlers on the heap, or in the source, does not decide.
  @Test(.ofLibrarySymbols, arguments: 0..<3)
  func `Of a timer's handlers the event handler is told`(_ round: Int) async throws {
    weak var clock: Clock?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      // What is freed before moves what is allocated next.
      let rooms = (0...round).map { _ in [Int](repeating: 0, count: 8) }
      let made = Clock()
      withExtendedLifetime(rooms) { made.run() }
      clock = made
      return made
    }
    clock?.source?.cancel()
    clock?.source = nil
    let leak = try #require(report.leaks.first)
    #expect(
      leak.report.hasPrefix(
        "SeveralHandlersTests.Clock is held: 1 instance is kept alive by a dispatch timer (closure #2 in SeveralHandlersTests.Clock.run()).\n"
      ))
  }
}
