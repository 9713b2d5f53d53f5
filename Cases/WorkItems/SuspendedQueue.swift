import Dispatch
import LeakCatalogue

/// Work that waits in a queue owned by the object that it uses.
public enum SuspendedQueue: Case {
  public static let id = "work-items/suspended-queue"
  public static let question = "Is `queue.async { self… }` safe on a queue that is suspended?"

  final class Indexer: @unchecked Sendable {
    let queue = DispatchQueue(label: "Indexer")
    var pages = 0

    func startStrongly() {
      queue.suspend()
      queue.async { self.pages += 1 }
    }

    func startWeakly() {
      queue.suspend()
      queue.async { [weak self] in self?.pages += 1 }
    }

    func resume() {
      queue.resume()
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        SuspendedQueue.Indexer leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ SuspendedQueue.Indexer
          │    .queue: DispatchQueue
          │    closure #1 in SuspendedQueue.Indexer.startStrongly()   SuspendedQueue.swift:15
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures SuspendedQueue.Indexer (self) strongly
          ╰─ SuspendedQueue.Indexer

          Call resume() on the queue on every path: the queue keeps the closure at SuspendedQueue.swift:15 until the block has run. A weak capture alone will not do: releasing a suspended queue ends the process.
          pattern suspended-queue (swift run leakcases show work-items/suspended-queue)
          fingerprint 8d2b0aec
        """
    ) {
      let indexer = Indexer()
      indexer.startStrongly()
      return indexer
    } sever: { indexer in
      indexer.resume()
    },
    .fixed("weak-self") {
      let indexer = Indexer()
      indexer.startWeakly()
      // A suspended queue must not be released.
      indexer.resume()
      return indexer
    },
    .crashing("released", message: "") {
      let indexer = Indexer()
      indexer.startWeakly()
    },
  ]

  public static let why = """
    A queue keeps a block until it has run: see `work-items/unstored-blocks`. A queue that stays suspended never \
    runs it. If the object keeps the queue and the block keeps the object, nobody is left to resume the queue. A queue's \
    memory has no types, so the report says what the queue probably keeps.
    """
  public static let fix = """
    Resume the queue on every path. If the object may be freed before that, write `[weak self]`, and still resume the \
    queue before the object is freed: releasing a suspended queue ends the process.
    """
  public static let source: Source? = nil
}
