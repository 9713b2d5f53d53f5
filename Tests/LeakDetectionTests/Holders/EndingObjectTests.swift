import Dispatch
import LeakTesting
import Testing

/// Parts of an object whose `deinit` has begun, and not ended.
@Suite struct EndingObjectTests {
  private final class Part {}

  private final class Owner {
    let part = Part()
    private let gate: DispatchSemaphore

    init(_ gate: DispatchSemaphore) { self.gate = gate }

    deinit { gate.wait() }
  }

  private struct Box: @unchecked Sendable {
    let part: Part
  }

  @inline(never)
  private static func end(_ gate: DispatchSemaphore, _ begun: AsyncStream<Box>.Continuation) {
    let owner = Owner(gate)
    begun.yield(Box(part: owner.part))
  }

  /// It is no leak: who lets go of the part has not come to that.
  @Test func aPartIsHeld() async {
    let gate = DispatchSemaphore(value: 0)
    let report = await LeakDetector.detect(within: .milliseconds(50)) { () -> Part? in
      let (stream, begun) = AsyncStream.makeStream(of: Box.self)
      DispatchQueue(label: "ending").async { Self.end(gate, begun) }
      return await stream.first { _ in true }?.part
    }
    gate.signal()
    let parts = report.leaks.filter { $0.typeName.hasSuffix("Part") }
    #expect(parts.count == 1)
    for leak in parts {
      #expect(leak.description.hasPrefix("EndingObjectTests.Part is held: "), "\(leak)")
    }
  }
}
