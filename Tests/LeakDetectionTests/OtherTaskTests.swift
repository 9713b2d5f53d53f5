import LeakDetection
import TestOrder
import Testing

/// Two tasks, each of which waits for what comes no more, and keeps what has it: with a weak capture in the one the other waits on.
@Suite struct OtherTaskTests {
  private final class Session: @unchecked Sendable {
    let input = AsyncStream<Int>.makeStream()
    let events = AsyncStream<Int>.makeStream()
    private var reader: Task<Void, Never>?

    func start() {
      reader = Task {
        for await number in self.input.stream { self.events.continuation.yield(number) }
      }
    }
  }

  private final class Client: @unchecked Sendable {
    let session = Session()
    private var listener: Task<Void, Never>?
    private(set) var count = 0

    func listen() {
      session.start()
      listener = Task {
        for await _ in self.session.events.stream { self.count += 1 }
      }
    }
  }

  @Test(.slow, .disabled(if: isOptimized, "a task's frame tells less there"))
  func whatAnotherTaskKeepsIsTold() async {
    let report = await LeakDetector.detect {
      let client = Client()
      client.listen()
      client.session.input.continuation.yield(1)
      // Now each task waits for more.
      while client.count == 0 { await Task.yield() }
      return client
    }
    #expect(
      report.description == """
        OtherTaskTests.Client leaked: 1 instance is kept alive by a retain cycle of 2 strong references, among 1 instance of OtherTaskTests.Client and 1 of OtherTaskTests.Session that keep one another alive.

          ╭→ OtherTaskTests.Client
          │    .listener: Task
          │    closure #1 in OtherTaskTests.Client.listen()   OtherTaskTests.swift:26
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures OtherTaskTests.Client (self) strongly
          ╰─ OtherTaskTests.Client

          Try [weak self] in the closure at OtherTaskTests.swift:26. A guard let self above an await keeps it as well, and so does a method of self that awaits. Or end what it waits for (cancel() the task, if that ends it): the task keeps its closure until then. After a weak capture alone it waits on, unless a deinit ends it.

          Another task that waits (the closure at OtherTaskTests.swift:13) probably keeps OtherTaskTests.Session after that, unless a deinit ends it.
          pattern stored-task (swift run leakcases show concurrency/stored-task-for-await)
          fingerprint a0e96166
        """)
  }
}
