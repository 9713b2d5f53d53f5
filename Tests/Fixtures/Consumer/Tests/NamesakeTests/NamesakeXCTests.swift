import LeakTesting
import XCTest

@testable import Namesakes

/// The same beside XCTest.
final class NamesakeXCTests: XCTestCase {
  func testNamesMeanTheApps() {
    let values: [Any] = [
      Leak(litersPerHour: 3), Holder.bucket, Verdict.dry, Scenario(subject: 1),
      TimerScenario(subject: 2), Remedy(tool: "wrench"), HoldingPlace(shelf: 1),
      HoldingPath(shelves: [1, 2]), RetainPath(rooms: ["cellar"]), SourceEdit(valve: "main"),
      AllocationSite(street: "Main Street"), LibraryLeak(books: 2), CodeLocation(digits: "4711"),
      RetainedObjects(tools: ["wrench"]),
    ]
    for value in values {
      XCTAssertTrue(String(reflecting: type(of: value)).hasPrefix("Namesakes."))
    }
  }

  func testKitsTypesCanBeNamed() throws {
    let report = LeakDetector.detectBlocking { _ = trackForLeaks(WaterPipe.knotted()) }
    let leak: LeakReport.Leak = try XCTUnwrap(report.leaks.first)
    guard case .leaked = leak.verdict else { return XCTFail("\(leak)") }
  }

  func testScenario() {
    let burst: LeakDetector.Scenario<WaterPipe> = .closure(\.onBurst)
    XCTAssertDeallocated(after: burst) { WaterPipe() }
    XCTAssertDeallocated(after: .closure(\.onBurst)) { WaterPipe() }
  }
}
