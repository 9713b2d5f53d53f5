import LeakTesting
import Synchronization
import TestOrder
import Testing

/// Three tasks, each of which waits for the next one: with a weak capture in one the others wait on.
@Suite(.disabled(if: isOptimized, "What a task keeps is told by other words."))
struct ThreeTaskTests {
  private final class Relay: Sendable {
    private let runners = Mutex<[Task<Void, Never>]>([])
    private let waiting = Atomic(0)

    private func wait(for runner: Int) async {
      waiting.add(1, ordering: .relaxed)
      while runners.withLock(\.count) < 3 { await Task.yield() }
      await runners.withLock { $0[runner] }.value
    }

    func run() async {
      let tasks = [
        Task { await wait(for: 1) },
        Task { await wait(for: 2) },
        Task { await wait(for: 0) },
      ]
      runners.withLock { $0 = tasks }
      while waiting.load(ordering: .relaxed) < 3 { await Task.yield() }
    }
  }

  @Test(.slow) func closuresOfAllOthersAreTold() async {
    let report = await LeakDetector.detect(within: .milliseconds(300)) {
      let relay = Relay()
      await relay.run()
      return relay
    }
    #expect(
      report.textWithoutLines == """
        ThreeTaskTests.Relay leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ThreeTaskTests.Relay
          │    .runners[0]: Task
          │    closure #1 in ThreeTaskTests.Relay.run()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures ThreeTaskTests.Relay (self) strongly
          ╰─ ThreeTaskTests.Relay

          Try [weak self] in the closure at ThreeTaskTests.swift:21. Or end what it waits for (cancel() the task, if that ends it): the task keeps its closure until then. After a weak capture alone it waits on, unless a deinit ends it.

          Other tasks that wait (the closures at ThreeTaskTests.swift:22 and ThreeTaskTests.swift:23) probably keep ThreeTaskTests.Relay after that, unless a deinit ends them.
          pattern stored-task (swift run leakcases show concurrency/stored-task-for-await)
          fingerprint c25db0ea
        """)
  }
}
