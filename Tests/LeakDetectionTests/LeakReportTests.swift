import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// How the findings of one check are put together.
@Suite(.leakFree) struct LeakReportTests {
  private final class Cart {}

  private static let location = CodeLocation(
    fileID: "T/T.swift", filePath: "/T.swift", line: 1, column: 1)

  @Test func `Objects of which the same is to be said are counted together`() {
    let objects = ["a", "a", "a", "b", nil, nil, nil].map {
      TrackedObject(Cart(), label: $0, location: Self.location)
    }
    let held = Verdict.held(by: [.unknown(1)])
    let report = LeakReport(
      on: objects,
      verdicts: [
        held, .inconclusive("of that"), held, held, .late(after: .seconds(1)), .deinitialized,
        .late(after: .seconds(3)),
      ])
    func leak(_ label: String?, _ count: Int, _ verdict: Verdict) -> Leak {
      Leak(
        typeName: "LeakDetectionTests.LeakReportTests.Cart", label: label, count: count,
        verdict: verdict, location: Self.location)
    }
    #expect(
      report.leaks == [
        leak("a", 2, held), leak("a", 1, .inconclusive("of that")), leak("b", 1, held),
      ])
    #expect(report.late == [leak(nil, 2, .late(after: .seconds(3)))])
  }

  @Test func `A leak gives its path and its suspect`() throws {
    let path = try #require(HeapSketch.parentAndChild().path())
    let leak = Leak(typeName: "Shop.Child", verdict: .leaked(path), location: Self.location)
    #expect(leak.path == path)
    #expect(
      leak.suspect == .property(.init(owner: "Shop.Child", path: "parent", target: "Shop.Parent")))
    let held = Leak(typeName: "Shop.Child", verdict: .held(by: []), location: Self.location)
    #expect(held.path == nil)
    #expect(held.suspect == nil)
  }
}
