#if canImport(Glibc)
  import Dispatch
  import LeakTesting
  import TestOrder
  import Testing

  /// A queue that was made inactive: to resume it ends the process.
  @Suite(.slow, .serialized, .leakFree) struct InactiveQueueTests {
    private final class Hub: @unchecked Sendable {
      let queue: DispatchQueue
      private(set) var sent = 0

      init(_ attributes: DispatchQueue.Attributes = []) {
        queue = DispatchQueue(label: "hub", attributes: attributes)
      }

      func send() {
        queue.async { self.sent += 1 }
      }
    }

    nonisolated(unsafe) private static weak var hub: Hub?

    /// What is to be changed of a hub that has sent something.
    private static func advice(on hub: () -> Hub) async -> [String] {
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        let hub = trackForLeaks(hub())
        self.hub = hub
        hub.send()
      }
      return report.leaks.flatMap { leak in
        leak.description.split(separator: "\n").map { String($0.drop { $0 == " " }) }
          .filter { $0.hasPrefix("Call ") }
          // An optimised build has other lines.
          .map { $0.replacing(/(≈ )?InactiveQueueTests\.swift:\d+/, with: "…") }
      }
    }

    @Test func isActivated() async {
      let advice = await Self.advice { Hub(.initiallyInactive) }
      Self.hub?.queue.activate()
      #expect(
        advice == [
          """
          Call activate() on the queue on every path: the queue keeps the closure at … until the block \
          has run. A weak capture alone will not do: releasing an inactive queue ends the process.
          """
        ])
    }

    @Test func isResumedWhenItWasActivatedAndSuspended() async {
      let advice = await Self.advice {
        let hub = Hub(.initiallyInactive)
        hub.queue.activate()
        hub.queue.suspend()
        return hub
      }
      Self.hub?.queue.resume()
      #expect(
        advice == [
          """
          Call resume() on the queue on every path: the queue keeps the closure at … until the block \
          has run. A weak capture alone will not do: releasing a suspended queue ends the process.
          """
        ])
    }
  }
#endif
