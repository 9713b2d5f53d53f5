import LeakTesting
import TestOrder
import Testing

/// A closure that another one captures: the drawing names each with what it captures itself.
@Suite(.slow, .disabled(if: isOptimized, "optimised, closures are inlined"))
struct HandedOnClosureTests {
  private final class Queue: @unchecked Sendable {
    private func run(_ work: @escaping @Sendable () async -> Void) async {
      await work()
    }

    func add(_ work: @escaping @Sendable () async -> Void) {
      Task { await run(work) }
    }
  }

  private final class Worker: @unchecked Sendable {
    let queue = Queue()
    private var count = 0

    func sleep() {
      queue.add {
        try? await Task.sleep(for: .seconds(600))
        self.count += 1
      }
    }
  }

  @Test func eachCapturesItsOwn() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let worker = Worker()
      worker.sleep()
      return worker
    }
    let steps = report.leaks.flatMap { leak -> [LeakReport.RetainPath.Step] in
      guard case .held(let holders) = leak.verdict, case .place(_, let path)? = holders.first?.kind
      else { return [] }
      return path.steps
    }
    #expect(
      steps.map(\.description) == [
        "closure #1 in HandedOnClosureTests.Queue.add(_:)",
        "closure #1 in HandedOnClosureTests.Worker.sleep() captures HandedOnClosureTests.Worker (self) strongly",
      ])
  }
}
