#if !canImport(Darwin)
  import Foundation
  import TestOrder
  import Testing

  @testable import LeakDeciding
  @testable import LeakExplaining

  /// Behind the record of a timer, its block has what was left there: here one of Core Foundation's objects, as a run loop is.
  @Suite(.afterOthers) struct StaleTimerWordTests {
    private final class Guest: Sendable {}

    private nonisolated(unsafe) static let other = Timer(timeInterval: 30, repeats: true) { _ in }

    @inline(never)
    private static func track() -> TrackedObject {
      let guest = Guest()
      // The timer gets one of their places.
      leaveForTimers(Mirror(reflecting: other).descendant("_timerStorage") as AnyObject)
      _ = Timer(timeInterval: 30, repeats: true) { _ in withExtendedLifetime(guest) {} }
      return TrackedObject(guest, location: CodeLocation())
    }

    /// Leaves the address in blocks as long as timers' records have them.
    private static func leaveForTimers(_ object: AnyObject) {
      let word = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
      let blocks = (0..<64).map { _ in malloc(184)! }
      for block in blocks {
        for offset in stride(from: 0, to: 184, by: 8) {
          block.storeBytes(of: word, toByteOffset: offset, as: UInt.self)
        }
      }
      for block in blocks { free(block) }
    }

    @Test func isNotTakenForTheRunLoop() {
      let place = HolderSearch.holders(of: [Self.track()])[0].first?.place
      #expect(
        place?.text == "a Timer that no run loop has, whose block Foundation on Linux keeps")
      #expect(place?.timerState == .unscheduled)
    }
  }
#endif
