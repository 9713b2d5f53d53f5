import Dispatch
import LeakTesting
import Observation
import TestOrder
import Testing

@testable import LeakExplaining

/// What the advice says of groups, task-local values, observed objects and captured variables.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct UnusualHolderTests {
  private final class Loader: @unchecked Sendable {
    private var end: (() -> Void)?
    private var count = 0

    func wait() {
      let group = DispatchGroup()
      group.enter()
      end = { group.leave() }
      group.notify(queue: .global()) { self.count += 1 }
    }

    func countLater() {
      var other: Loader?
      end = { other?.count += 1 }
      other = self
    }

    func observe(_ model: Model) {
      withObservationTracking {
        _ = model.title
      } onChange: {
        self.count += 1
      }
    }
  }

  @Observable fileprivate final class Model: @unchecked Sendable {
    var title = "Prelude"
  }

  @TaskLocal private static var loader: Loader?

  private static let model = Model()

  /// The advice on what `make` returns, without the lines.
  private static func advice(_ make: () -> Loader?) async throws -> String {
    let report = try await LeakDetector.detect(within: .milliseconds(50)) {
      trackForLeaks(try #require(make()))
    }
    let leak = try #require(report.leaks.first)
    let advice =
      if case .held(let holders) = leak.verdict { holders.first?.advice } else {
        leak.path?.advice
      }
    return try #require(advice).replacing(/UnusualHolderTests\.swift:\d+/, with: "…")
  }

  /// The group keeps itself until its `leave()`: a weak capture of it would change nothing.
  @Test func `A closure that captures a group`() async throws {
    let advice = try await Self.advice {
      let loader = Loader()
      loader.wait()
      return loader
    }
    #expect(
      advice
        == "Try [weak self] in the closure at …. The group keeps the closure until every enter() has had its leave()."
    )
  }

  /// A capture list would take the object of that moment.
  @Test func `A variable that is captured before it is set`() async throws {
    let advice = try await Self.advice {
      let loader = Loader()
      loader.countLater()
      return loader
    }
    #expect(
      advice == """
        Set other to nil when the UnusualHolderTests.Loader has done its work, or declare it weak, where somebody else owns the \
        UnusualHolderTests.Loader: the closure at … captures the variable itself, which keeps its value.
        """)
  }

  @Test func `A value that is bound while the check waits`() async throws {
    let advice = try await Self.$loader.withValue(Loader()) {
      try await Self.advice { Self.loader }
    }
    #expect(
      advice
        == "The value is bound while the check waits. Make the check outside of withValue(_:), or the object in the body of the check."
    )
  }

  @Test func `What observes an object that a static has`() async throws {
    let advice = try await Self.advice {
      let loader = Loader()
      loader.observe(Self.model)
      return loader
    }
    #expect(
      advice
        == "The observed object keeps the closure until its next change. Write [weak self] in the closure at …."
    )
    Self.model.title = "Fugue"
  }
}
