import Dispatch
import Foundation
import LeakTesting
import Synchronization
import TestOrder
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// What a detection tracks, and from where it can be called.
@Suite(.leakFree) struct LeakDetectorTests {
  final class Ring {
    var ring: Ring?
    let name: String
    init(_ name: String = "") {
      self.name = name
      ring = self
    }
  }

  struct Pair {
    var first: Ring
    var second: (Ring, Int)?
  }

  enum Choice {
    case ring(Ring)
    case nothing
  }

  private struct Failure: Error {}

  /// How many objects a report counts.
  private static func count(_ report: LeakReport) -> Int {
    report.leaks.reduce(0) { $0 + $1.count }
  }

  @Test(.slow) func `Results of every shape are unpacked`() async {
    #expect(Self.count(await LeakDetector.detect { Ring() }) == 1)
    #expect(Self.count(await LeakDetector.detect { Optional(Ring()) }) == 1)
    #expect(Self.count(await LeakDetector.detect { Ring?.none }) == 0)
    #expect(Self.count(await LeakDetector.detect { (Ring(), 7, Ring()) }) == 2)
    #expect(Self.count(await LeakDetector.detect { [Ring(), Ring(), Ring()] }) == 3)
    #expect(Self.count(await LeakDetector.detect { ["a": Ring()] }) == 1)
    #expect(Self.count(await LeakDetector.detect { Pair(first: Ring(), second: (Ring(), 1)) }) == 2)
    #expect(Self.count(await LeakDetector.detect { [Choice.ring(Ring()), .nothing] }) == 1)
    #expect(Self.count(await LeakDetector.detect { Ring() as Any }) == 1)
    #expect(Self.count(await LeakDetector.detect { Ring() as AnyObject }) == 1)
    #expect(Self.count(await LeakDetector.detect {}) == 0)
    #expect(Self.count(await LeakDetector.detect { 7 }) == 0)
  }

  @Test func `An object that is returned twice, or returned and tracked, is one`() async {
    let report = await LeakDetector.detect {
      let ring = Ring()
      trackForLeaks(ring, label: "mine")
      return [ring, ring]
    }
    #expect(report.leaks.map(\.count) == [1])
    #expect(report.leaks.map(\.label) == ["mine"])
  }

  @Test func `Findings carry the line of the check, or of the tracking`() async {
    let line = #line + 1
    let report = await LeakDetector.detect {
      trackForLeaks(Ring(), label: "tracked")
      return Ring()
    }
    let locations = report.leaks.flatMap { [$0.location] + $0.also.map(\.location) }
    #expect(locations.map(\.line) == [line + 1, line])
    #expect(locations.map(\.fileID) == [#fileID, #fileID])
    #expect(locations.map(\.filePath) == [#filePath, #filePath])
  }

  @Test func `Tracking reaches child tasks, and the innermost check collects`() async {
    let inner = Mutex<LeakReport?>(nil)
    let outer = await LeakDetector.detect {
      trackForLeaks(Ring(), label: "outer")
      async let child: Void = { _ = trackForLeaks(Ring(), label: "child") }()
      await child
      let report = await LeakDetector.detect { _ = trackForLeaks(Ring(), label: "inner") }
      inner.withLock { $0 = report }
    }
    #expect(outer.leaks.map { [$0.label] + $0.also.map(\.label) } == [["outer", "child"]])
    #expect(inner.withLock { $0?.leaks.map(\.label) } == ["inner"])
  }

  @Test func `Tracking without a check returns the object, and says so to whoever asks`() {
    let ring = Ring("a")
    ring.ring = nil
    LeakScope.$current.withValue(nil) {
      #expect(LeakScope.trackInCurrent(ring, label: nil, location: CodeLocation()) == nil)
    }
    let scope = LeakScope()
    scope.open {
      #expect(LeakScope.trackInCurrent(ring, label: nil, location: CodeLocation()) === scope)
      #expect(trackForLeaks(ring) === ring)
    }
    #expect(scope.tracked.count == 1)
  }

  @Test func `What the body throws is rethrown`() async {
    await #expect(throws: Failure.self) {
      _ = try await LeakDetector.detect { () async throws -> Ring in throw Failure() }
    }
    #expect(throws: Failure.self) { try Self.synchronously { throw Failure() } }
  }

  @Test func `The result is dropped before the check`() async {
    // Held by nothing but the result: late or held would mean that the check itself kept it.
    final class Plain {}
    #expect(await LeakDetector.detect { Plain() } == LeakReport(leaks: []))
    #expect(await LeakDetector.detect { [Plain(), Plain()] } == LeakReport(leaks: []))
    #expect(await LeakDetector.detect { (Plain(), Plain() as Plain?) } == LeakReport(leaks: []))
    #expect(Self.synchronously { Plain() } == LeakReport(leaks: []))
    #expect(Self.synchronously { [Plain(), Plain()] } == LeakReport(leaks: []))
    #expect(Self.synchronously { (Plain(), Plain() as Plain?) } == LeakReport(leaks: []))
  }

  @Test @MainActor func `An actor's check stays on the actor`() async {
    var bodies = 0
    let report = await LeakDetector.detect {
      MainActor.assertIsolated()
      bodies += 1
      return Ring()
    }
    #expect(Self.count(report) == 1)
    #expect(bodies == 1)
  }

  /// The synchronous form, which an asynchronous context cannot name.
  private static func synchronously<Result>(
    within grace: Duration = .seconds(60), _ body: () throws -> Result
  ) rethrows -> LeakReport {
    try LeakDetector.detectBlocking(within: grace, body)
  }

  @Test func `The synchronous form on a worker thread waits for other threads`() {
    final class Node: Sendable {}
    #expect(WaitingPlace.current == .thread)
    let report = Self.synchronously {
      let node = Node()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.005) { withExtendedLifetime(node) {} }
      return node
    }
    // Late, or gone before the first look where the machine is busy; not held.
    #expect(report.leaks == [])
    #expect(Self.count(Self.synchronously(within: .milliseconds(500)) { Ring() }) == 1)
  }

  @Test @MainActor func `The synchronous form on the main actor says what it cannot know`() {
    final class Plain {}
    #expect(WaitingPlace.current == .mainActorBlocked)
    #expect(Self.synchronously { Plain() } == LeakReport(leaks: []))
    // Of one that a word in the process looks like the address of, nothing is proven: hardly three times. No array has their addresses,
    // whose block another thread may be given as it was.
    var proof = LeakReport(leaks: [])
    for _ in 0..<3 where !proof.leaks.contains(where: { $0.path != nil }) {
      proof = Self.synchronously(within: .milliseconds(500)) {
        for _ in 0..<8 { trackForLeaks(Ring()) }
      }
    }
    #expect(proof.leaks.contains { $0.path != nil }, "\(proof)")
    let plain = Plain()
    let held = Self.synchronously(within: .milliseconds(1)) { plain }
    #expect(
      held.leaks.map(\.verdict) == [
        .inconclusive(
          "the main queue cannot run while a synchronous test occupies the main actor: make the "
            + "test async")
      ])
    #expect(plain === plain)
  }
}
