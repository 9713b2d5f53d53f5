import Foundation
import LeakDetection
import TestOrder
import Testing

/// A queue that is written with tasks runs the program's closure from a closure of its own.
@Suite struct QueuedTaskTests {
  private final class SerialQueue: @unchecked Sendable {
    private let lock = NSLock()
    private var last: Task<Void, Never>?

    func add(_ operation: @escaping @Sendable () async -> Void) {
      lock.withLock {
        last = Task { [last] in
          await last?.value
          await operation()
        }
      }
    }
  }

  private final class Server: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: [CheckedContinuation<Void, Never>] = []

    var isAsked: Bool { lock.withLock { !waiting.isEmpty } }

    func ask() async {
      await withCheckedContinuation { continuation in
        lock.withLock { waiting.append(continuation) }
      }
    }
  }

  private final class Model: Sendable {
    let queue = SerialQueue()
    let server = Server()

    func start() {
      queue.add { await self.server.ask() }
    }
  }

  @Test(.slow) func theProgramsClosureIsTheOneToChange() async {
    let report = await LeakDetector.detect {
      let model = Model()
      model.start()
      while !model.server.isAsked { await Task.yield() }
    }
    #expect(
      report.description == """
        QueuedTaskTests.Model leaked: 1 instance is kept alive by a retain cycle of 4 strong references, among 1 instance of QueuedTaskTests.Model, 1 of QueuedTaskTests.SerialQueue and 1 of QueuedTaskTests.Server that keep one another alive, and 2 objects only it keeps alive, 80 bytes.

          ╭→ QueuedTaskTests.Model
          │    .queue: QueuedTaskTests.SerialQueue
          │    .last: Task
          │    closure #1 in closure #1 in QueuedTaskTests.SerialQueue.add(_:)   QueuedTaskTests.swift:14
          │    closure #1 in QueuedTaskTests.Model.start()   QueuedTaskTests.swift:40
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures QueuedTaskTests.Model (self) strongly
          ╰─ QueuedTaskTests.Model

          Try [weak self] in the closure at QueuedTaskTests.swift:40. A guard let self above an await keeps it as well, and so does a method of self that awaits. Or resume() the continuation that the task waits for, on every path: it keeps its closure until then. After a weak capture alone it waits on, unless a deinit resumes it.
          created in closure #1 in QueuedTaskTests.theProgramsClosureIsTheOneToChange(), QueuedTaskTests.swift:46
          pattern stored-task (swift run leakcases show concurrency/stored-task-for-await)
          fingerprint 07fd9dc7
        """)
  }
}
