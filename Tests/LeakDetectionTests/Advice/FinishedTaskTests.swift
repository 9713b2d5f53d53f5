import LeakTesting
import Testing

/// What is advised where a task that has finished keeps what it came to.
@Suite struct FinishedTaskTests {
  private final class Loader: @unchecked Sendable {
    var closure: Task<@Sendable () -> Int, Never>?
    var object: Task<Loader, Never>?
    private let size = 1

    func makeClosure() async -> Int {
      closure = Task { { self.size } }
      return await closure?.value() ?? 0
    }

    func makeObject() async -> Int {
      object = Task { self }
      return await object?.value.size ?? 0
    }
  }

  @Test(arguments: [true, false]) func theTaskIsToGo(isClosure: Bool) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let loader = Loader()
      let size = isClosure ? await loader.makeClosure() : await loader.makeObject()
      #expect(size == 1)
      return loader
    }
    #expect(
      report.leaks.map { $0.path?.cuts.map(\.advice) } == [
        [
          "Let go of the task when its value has been read: it has finished, and keeps what it returned. Or let that not lead "
            + "back to the FinishedTaskTests.Loader."
        ]
      ])
  }
}
