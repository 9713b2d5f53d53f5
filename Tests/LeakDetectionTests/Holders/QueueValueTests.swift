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
}
