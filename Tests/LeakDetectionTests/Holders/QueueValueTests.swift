@preconcurrency import Dispatch
import LeakTesting
import Testing

/// What a queue has for a `DispatchSpecificKey`.
@Suite(.serialized) struct QueueValueTests {
  private final class Logger {}

  private final class Service: Sendable {
    static let shared = Service()
    let queue = DispatchQueue(label: "QueueValueTests.service", target: .global())
  }

  private static let queue = DispatchQueue(label: "QueueValueTests.queue")

  @Test(arguments: [
    (DispatchQueue.main, "the main queue"), (.global(), "a global queue"),
    (queue, "QueueValueTests.queue"), (Service.shared.queue, "QueueValueTests.service"),
  ]) func isHeldByTheQueue(_ queue: DispatchQueue, _ name: String) async {
    nonisolated(unsafe) let first = DispatchSpecificKey<Logger>()
    nonisolated(unsafe) let second = DispatchSpecificKey<[Logger]>()
    defer {
      queue.setSpecific(key: first, value: nil)
      queue.setSpecific(key: second, value: nil)
    }
    let leaks = await LeakDetector.detect(within: .milliseconds(50)) {
      let logger = Logger()
      queue.setSpecific(key: first, value: Logger())
      queue.setSpecific(key: second, value: [logger])
      return logger
    }.leaks
    let headlines = leaks.map { $0.description.prefix { $0 != "\n" } }
    #expect(
      headlines == [
        "QueueValueTests.Logger is held: 1 instance is kept alive by a value that \(name) has for a DispatchSpecificKey."
      ])
  }

  @Test(.leakFree) func ofAQueueThatStaysIsNoLeak() {
    let (first, second) = (DispatchSpecificKey<Logger>(), DispatchSpecificKey<[Logger]>())
    for queue in [Self.queue, Service.shared.queue, .main, .global()] {
      queue.setSpecific(key: first, value: Logger())
      queue.setSpecific(key: second, value: [Logger(), Logger()])
    }
  }

  @Test func ofAQueueThatItKeepsIsACycle() async {
    final class Worker {
      let queue = DispatchQueue(label: "QueueValueTests.worker")
    }
    let leaks = await LeakDetector.detect(within: .milliseconds(50)) {
      let worker = Worker()
      worker.queue.setSpecific(key: DispatchSpecificKey<Worker>(), value: worker)
      return worker
    }.leaks
    #expect(
      leaks.map(\.description) == [
        """
        QueueValueTests.Worker leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ QueueValueTests.Worker
          │    .queue: DispatchQueue
          │    .__wrapped: QueueValueTests.Worker (probably)
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ QueueValueTests.Worker

          The DispatchQueue keeps the QueueValueTests.Worker. Let go of the DispatchQueue, or take the QueueValueTests.Worker back from it, when it is no longer needed, or give it something that has only a weak reference.
          pattern system-container (swift run leakcases show owners/foundation-collection)
          fingerprint ea0c5960
        """
      ])
  }
}
