import Dispatch
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Of two of a kind that hold an object, the same is told in each run, in whichever order they came: its name is in the fingerprint.
@Suite(.slow, .serialized, .disabled(if: isOptimized, "functions are inlined there"))
struct EqualHoldersTests {
  private final class Page: @unchecked Sendable {
    private var count = 0

    func sleepFirst() {
      Task {
        try? await Task.sleep(for: .seconds(60))
        self.count += 1
      }
    }

    func sleepSecond() {
      Task {
        try? await Task.sleep(for: .seconds(60))
        self.count += 2
      }
    }

    func waitFirst() {
      Task { [weak self] in
        guard let self else { return }
        try? await Task.sleep(for: .seconds(60))
        self.count += 1
      }
    }

    func waitSecond() {
      Task { [weak self] in
        guard let self else { return }
        try? await Task.sleep(for: .seconds(60))
        self.count += 2
      }
    }

    func scheduleFirst() {
      DispatchQueue.global().asyncAfter(deadline: .now() + 60) { self.count += 1 }
    }

    func scheduleSecond() {
      DispatchQueue.global().asyncAfter(deadline: .now() + 60) { self.count += 2 }
    }
  }

  /// The places that hold pages which each begin to be held by two of a kind, one after the other.
  private static func places(
    of works: [@Sendable (Page) -> Void]
  ) async throws -> Set<HoldingPlace?> {
    var places: Set<HoldingPlace?> = []
    for _ in 0..<3 {
      for works in [works, works.reversed()] {
        let report = await LeakDetector.detect(within: .milliseconds(50)) {
          let page = Page()
          for work in works { work(page) }
          // Both have come to their waits.
          try? await Task.sleep(for: .milliseconds(20))
          return page
        }
        guard case .held(let holders)? = report.leaks.first?.verdict else { continue }
        var place = holders.first?.place
        // How far it has come.
        place?.dueWithin = nil
        place?.wait = nil
        places.insert(place)
      }
    }
    return places
  }

  @Test func twoTasks() async throws {
    let places = try await Self.places(of: [{ $0.sleepFirst() }, { $0.sleepSecond() }])
    #expect(places.count == 1, "\(places)")
  }

  @Test func twoTasksWithVariables() async throws {
    let places = try await Self.places(of: [{ $0.waitFirst() }, { $0.waitSecond() }])
    #expect(places.count == 1, "\(places)")
  }

  @Test func twoBlocks() async throws {
    let places = try await Self.places(of: [{ $0.scheduleFirst() }, { $0.scheduleSecond() }])
    #expect(places.count == 1, "\(places)")
  }
}
