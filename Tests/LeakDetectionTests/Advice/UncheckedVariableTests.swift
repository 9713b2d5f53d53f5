import LeakTesting
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

  @Test func `A capture list would be checked`() async {
    let path = await Self.leak { $0.start() }?.path
    #expect(
      path?.advice
        == "Try nonisolated(unsafe) weak let weakJob = job above the closure at UncheckedVariableTests.swift:14 (weak var before Swift 6.3), and use that in it: a capture list makes a variable that the compiler checks for data races."
    )
    #expect(path?.edits == [])
  }

  @Test func `Another variable can be captured weakly`() async {
    let advice = await Self.leak { $0.startOther() }?.path?.advice
    #expect(
      advice
        == "Try [weak other] in the closure at UncheckedVariableTests.swift:23.")
  }
}
