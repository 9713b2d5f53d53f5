#if !canImport(Darwin)
  import Foundation
  import TestOrder
  import Testing

  @testable import LeakDeciding
  @testable import LeakExplaining

  /// What is said of a timer that holds an object, by how far it is.
  @Suite(.afterOthers) struct TimerTests {
    final class Guest: Sendable {}

    /// The holder of an object that the block of a timer captures, when `use` has been called with the timer.
    private static func holder(
      every interval: TimeInterval, repeats: Bool = true, _ use: (Timer) -> Void
    ) -> String {
      let tracked = track { guest in
        let timer = Timer(timeInterval: interval, repeats: repeats) { _ in
          withExtendedLifetime(guest) {}
        }
        use(timer)
      }
      guard let place = HolderSearch.holders(of: [tracked])[0].first?.place else {
        return "nothing"
      }
      return "\(place.text); \(place.timerState?.rawValue ?? "unknown")"
    }

    /// Not inlined, so that the object is in no frame of the caller's.
    @inline(never)
    private static func track(_ make: (Guest) -> Void) -> TrackedObject {
      let guest = Guest()
      make(guest)
      return TrackedObject(guest, location: CodeLocation())
    }

    @Test(.slow) func `One that is to fire`() {
      let repeating = Self.holder(every: 30) { RunLoop.main.add($0, forMode: .init("never run")) }
      let oneShot = Self.holder(every: 60, repeats: false) {
        RunLoop.main.add($0, forMode: .init("never run"))
      }
      #expect(repeating == "a Timer that fires every 30 s; scheduled")
      #expect(oneShot == "a Timer; scheduled")
      let waiting = Self.holder(every: .greatestFiniteMagnitude) {
        RunLoop.main.add($0, forMode: .init("never run"))
      }
      #expect(waiting == "a Timer that does not fire for decades; scheduled")
      let paused = Self.holder(every: 1) {
        $0.fireDate = .distantFuture
        RunLoop.main.add($0, forMode: .init("never run"))
      }
      #expect(paused == "a Timer; scheduled")
    }

    @Test func `One that was never added to a run loop`() {
      #expect(
        Self.holder(every: 30) { _ in }
          == "a Timer that no run loop has, whose block Foundation on Linux keeps; unscheduled")
    }

    @Test func `One that was invalidated`() {
      let text = "a Timer that was invalidated, whose block Foundation on Linux keeps; invalidated"
      #expect(Self.holder(every: 30) { $0.invalidate() } == text)
      #expect(
        Self.holder(every: 30) { timer in
          RunLoop.main.add(timer, forMode: .init("never run"))
          timer.invalidate()
        } == text)
    }

    @Test func `One that has fired, for once`() {
      #expect(
        Self.holder(every: 30, repeats: false) { $0.fire() }
          == "a Timer that has fired or was invalidated, whose block Foundation on Linux keeps; firedOrInvalidated"
      )
    }
  }
#endif
