import Foundation
import LeakCatalogue

/// Operations that wait in a queue owned by the object that they use.
public enum SuspendedOperationQueue: Case {
  public static let id = "work-items/suspended-operation-queue"
  public static let question = "What keeps an operation that never gets its turn?"

  final class Importer: @unchecked Sendable {
    let queue = OperationQueue()
    var rows = 0

    init() {
      queue.isSuspended = true
    }

    func addBlockStrongly() {
      queue.addOperation { self.rows += 1 }
    }

    func addBlockWeakly() {
      queue.addOperation { [weak self] in self?.rows += 1 }
    }

    func addOperation() {
      queue.addOperation(RowOperation(importer: self))
    }

    /// Takes away what has not begun.
    func cancel() {
      queue.cancelAllOperations()
      queue.isSuspended = false
    }

    /// Waits until all operations have finished. The thread that ran the last may still have it for a moment.
    func waitForQueue() {
      queue.waitUntilAllOperationsAreFinished()
    }
  }

  /// Imports one row on behalf of its importer.
  final class RowOperation: Operation, @unchecked Sendable {
    let importer: Importer

    init(importer: Importer) {
      self.importer = importer
      super.init()
    }

    override func main() {
      importer.rows += 1
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "block",
      report: """
        SuspendedOperationQueue.Importer leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ SuspendedOperationQueue.Importer
          │    .queue: OperationQueue
          │    closure #1 in SuspendedOperationQueue.Importer.addBlockStrongly()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures SuspendedOperationQueue.Importer (self) strongly
          │       SuspendedOperationQueue.swift:18
          ╰─ SuspendedOperationQueue.Importer

          Try [weak self] in the closure at SuspendedOperationQueue.swift:18. Or call cancelAllOperations(), and do not leave the queue suspended: it keeps an operation until it has finished.
          pattern queued-operation (swift run leakcases show work-items/suspended-operation-queue)
          fingerprint 79345d16
        """
    ) {
      let importer = Importer()
      importer.addBlockStrongly()
      return importer
    } sever: { importer in
      importer.cancel()
    },
    .leaking(
      "operation",
      report: """
        SuspendedOperationQueue.Importer leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ SuspendedOperationQueue.RowOperation
          │    .importer: SuspendedOperationQueue.Importer
          │    .queue: OperationQueue
          │    .__firstOperation: SuspendedOperationQueue.RowOperation
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ SuspendedOperationQueue.RowOperation

          If SuspendedOperationQueue.Importer.cancel() is there to break this cycle, call it. If not: call cancelAllOperations() when the SuspendedOperationQueue.RowOperation is no longer needed, and do not leave the queue suspended: it keeps an operation until it has finished. An asynchronous operation must set isFinished, even when it was cancelled.
          pattern queued-operation (swift run leakcases show work-items/suspended-operation-queue)
          fingerprint fd7ed8eb
        """
    ) {
      let importer = Importer()
      importer.addOperation()
      return importer
    } sever: { importer in
      importer.cancel()
    },
    .leaking(
      "cancelled",
      report: """
        SuspendedOperationQueue.Importer leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ SuspendedOperationQueue.Importer
          │    .queue: OperationQueue
          │    closure #1 in SuspendedOperationQueue.Importer.addBlockStrongly()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures SuspendedOperationQueue.Importer (self) strongly
          │       SuspendedOperationQueue.swift:18
          ╰─ SuspendedOperationQueue.Importer

          Try [weak self] in the closure at SuspendedOperationQueue.swift:18. Or call cancelAllOperations(), and do not leave the queue suspended: it keeps an operation until it has finished.
          pattern queued-operation (swift run leakcases show work-items/suspended-operation-queue)
          fingerprint 79345d16
        """
    ) {
      let importer = Importer()
      importer.addBlockStrongly()
      importer.queue.cancelAllOperations()
      return importer
    } sever: { importer in
      importer.queue.isSuspended = false
    },
    .fixed("cancelled-and-let-run") {
      let importer = Importer()
      let worker = DispatchQueue(label: "importer")
      importer.queue.underlyingQueue = worker
      importer.addBlockStrongly()
      importer.cancel()
      importer.waitForQueue()
      worker.sync {}  // Only now the worker has let go of the operation, too.
      return importer
    },
    // A queue that goes while it is suspended never gives back its operations.
    .fixed("weak-self") {
      let importer = Importer()
      importer.addBlockWeakly()
      return importer
    }.leavingMemory(to: "Foundation's OperationQueue"),
  ]

  public static let why = """
    An operation queue keeps an operation until it has finished, and an operation that has not begun cannot \
    finish. The importer keeps the queue, the queue the operation, and the operation the importer. Cancelling \
    alone is not enough: a cancelled operation still has to wait for its turn before it finishes.
    """
  public static let fix = """
    When the object is done, cancel the operations and let the queue run, from outside. Or make the operations \
    refer to the object weakly. Then the object goes, but on Linux a queue that goes while it is suspended leaves its operations \
    behind for good, with all else that they captured: let it run before.
    """
  public static let source: Source? = nil
}
