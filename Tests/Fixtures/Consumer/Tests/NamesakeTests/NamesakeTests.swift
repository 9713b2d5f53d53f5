import Cases
import LeakTesting
import Testing

@testable import Namesakes

/// The app's types have the names that the kit uses for its own: they mean the app's here.
@Suite struct NamesakeTests {
  @Test func namesMeanTheApps() {
    let values: [Any] = [
      Leak(litersPerHour: 3), Holder.bucket, Verdict.dry, Scenario(subject: 1),
      TimerScenario(subject: 2), Remedy(tool: "wrench"), HoldingPlace(shelf: 1),
      HoldingPath(shelves: [1, 2]), RetainPath(rooms: ["cellar"]), SourceEdit(valve: "main"),
      AllocationSite(street: "Main Street"), LibraryLeak(books: 2), CodeLocation(digits: "4711"),
      RetainedObjects(tools: ["wrench"]),
    ]
    for value in values {
      #expect(String(reflecting: type(of: value)).hasPrefix("Namesakes."))
    }
  }

  /// The kit's are nested.
  @Test func kitsTypesCanBeNamed() throws {
    let report = LeakDetector.detectBlocking { _ = trackForLeaks(WaterPipe.knotted()) }
    let leak: LeakReport.Leak = try #require(report.leaks.first)
    guard case .leaked(let path) = leak.verdict else {
      Issue.record("\(leak)")
      return
    }
    let paths: [LeakReport.RetainPath] = [path]
    let edits: [LeakReport.SourceEdit] = paths.flatMap(\.edits)
    #expect(edits.map(\.replacement) == [" [weak pipe] in", "?"])
  }

  @Test func scenario() {
    let burst: LeakDetector.Scenario<WaterPipe> = .closure(\.onBurst)
    expectDeallocated(after: burst) { WaterPipe() }
    expectDeallocated(after: .closure(\.onBurst)) { WaterPipe() }
  }
}
