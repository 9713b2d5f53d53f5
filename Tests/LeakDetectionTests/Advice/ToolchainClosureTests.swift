import LeakTesting
import Observation
import TestOrder
import Testing

/// What the toolchain's own types keep of the program is changed where the program has them.
@Suite(.disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct ToolchainClosureTests {
  private static func advice(_ make: () -> AnyObject) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { make() }
    return report.leaks.first?.path?.cuts.map(\.advice) ?? []
  }

  private final class Picture {
    var mirror: Mirror?
  }

  @Test(.ofLibrarySymbols) func aClosureOfTheStandardLibrarysHasNoCaptureList() async {
    let advice = await Self.advice {
      let picture = Picture()
      picture.mirror = Mirror(reflecting: picture)
      return picture
    }
    #expect(
      advice == [
        "Clear ToolchainClosureTests.Picture.mirror when it is no longer needed: closure #2 in Mirror.init(internalReflecting:subjectType:customAncestor:) keeps the ToolchainClosureTests.Picture, and is no code of yours."
      ])
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private final class Counter: @unchecked Sendable {
    static let line = #line + 4
    var count = 0
    var counts: Observations<Int, Never>?
    func observe() {
      counts = Observations { self.count }
    }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func nobodyLeavesACaseOfAnEnumerationInALibrary() async {
    let advice = await Self.advice {
      let counter = Counter()
      counter.observe()
      return counter
    }
    #expect(
      advice == [
        "Try [weak self] in the closure at ToolchainClosureTests.swift:\(Counter.line). Decide what it returns when self has gone."
      ])
  }
}
