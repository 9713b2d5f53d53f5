import LeakTesting
import Synchronization
import TestOrder
import Testing

/// What is advised where a closure captures a variable that the compiler does not check for data races.
@Suite(.slow, .serialized, .disabled(if: isOptimized, "names are those of an unoptimised build"))
struct UncheckedVariableTests {
  private final class Job {
    var handler: (@Sendable () -> Void)?
    var count = 0

    func start() {
      nonisolated(unsafe) let job = self
      handler = { job.count += 1 }
    }

    func startOther() {
      let other = self
      nonisolated(unsafe) let job = Job()
      job.count = 1
      handler = { print(job.count) }
      job.handler = { [count] in print(count) }
      local = { other.count += 1 }
    }

    var local: (() -> Void)?

    func shared() -> @Sendable () -> Void {
      nonisolated(unsafe) let job = self
      return { job.count += 1 }
    }
  }

  private static func leak(_ start: (Job) -> Void) async -> LeakReport.Leak? {
    weak var found: Job?
    let report = await LeakDetector.detect {
      let job = Job()
      start(job)
      found = job
      return job
    }
    found?.handler = nil
    found?.local = nil
    return report.leaks.first
  }

  private static let declaration =
    "nonisolated(unsafe) weak let job (weak var before Swift 6.3) where job is declared"

  @Test func `A capture list would be checked`() async {
    let path = await Self.leak { $0.start() }?.path
    #expect(
      path?.advice
        == "Try \(Self.declaration): a capture list makes a variable of its own, which the compiler checks for data races."
    )
    #expect(path?.edits == [])
  }

  @Test func `Another variable can be captured weakly`() async {
    let advice = await Self.leak { $0.startOther() }?.path?.advice
    #expect(
      advice
        == "Try [weak other] in the closure at UncheckedVariableTests.swift:24.")
  }

  private static let handler = Mutex<(@Sendable () -> Void)?>(nil)

  @Test func `What is held is told the same`() async {
    let report = await LeakDetector.detect {
      let job = Job()
      Self.handler.withLock { $0 = job.shared() }
      return job
    }
    Self.handler.withLock { $0 = nil }
    #expect(report.leaks.first?.report.contains(Self.declaration) == true)
  }
}
