import LeakTesting
import TestOrder
import Testing

/// A pointer that an existential has, of which nobody knows whether it owns.
@Suite(.slow, .serialized) struct PointerInExistentialTests {
  final class Session {}

  private enum Bridge {
    nonisolated(unsafe) static var context: Any?
    nonisolated(unsafe) static var other: Any?
  }

  /// Not a task's: its memory keeps words for long.
  @inline(never) private static func retain(for slot: inout Any?) {
    slot = Unmanaged.passRetained(Session())
  }

  @Test func `It may hold the object`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      Self.retain(for: &Bridge.context)
    }
    #expect(
      report.leaks.map(\.headline) == [
        "PointerInExistentialTests.Session is held: 1 instance is kept alive, possibly by static PointerInExistentialTests.Bridge.context."
      ])
    (Bridge.context as? Unmanaged<Session>)?.release()
    Bridge.context = nil
  }

  /// A type that has no pointer keeps nothing.
  @Test func `A number is none`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      Self.retain(for: &Bridge.other)
      Bridge.other = (Bridge.other as? Unmanaged<Session>).map {
        ~UInt(bitPattern: $0.toOpaque())
      }
    }
    #expect(report.leaks.count == 1)
    #expect(!report.leaks.contains { $0.headline.contains("Bridge") })
    if let mask = Bridge.other as? UInt, let pointer = UnsafeRawPointer(bitPattern: ~mask) {
      Unmanaged<Session>.fromOpaque(pointer).release()
    }
    Bridge.other = nil
  }
}
