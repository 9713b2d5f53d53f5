import LeakTesting
import Synchronization
import TestOrder
import Testing

/// Tasks that wait for the end of another task: only that one's end resumes them, so what they keep hangs on it.
@Suite(.disabled(if: isOptimized, "What a task keeps is told by other words."))
struct WaitingTaskTests {
  private final class Player: Sendable {
    private struct State {
      var loading: Task<Void, Never>?
      var ending: Task<Void, Never>?
    }

    private let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    private let state = Mutex(State())
    private let onStop = Mutex<(@Sendable () -> Void)?>(nil)
    private let answer = Mutex<UnsafeContinuation<Void, Never>?>(nil)
    private let waiting = Atomic(0)
    private let count = Atomic(0)

    private var loading: Task<Void, Never>? { state.withLock { $0.loading } }
    private var ending: Task<Void, Never>? { state.withLock { $0.ending } }

    /// Comes back when as many tasks wait, or are about to.
    func comeToRest(_ tasks: Int) async {
      while waiting.load(ordering: .relaxed) < tasks { await Task.yield() }
    }

    private func willWait() { waiting.add(1, ordering: .relaxed) }

    /// What the task waits for only the player could end.
    private func stream() -> Task<Void, Never> {
      Task { [weak self, numbers] in
        self?.willWait()
        for await _ in numbers {}
      }
    }

    private func count(after task: Task<Void, Never>?) {
      Task {
        self.willWait()
        await task?.value
        self.count.add(1, ordering: .relaxed)
      }
    }

    func load() {
      let task = stream()
      state.withLock { $0.loading = task }
    }

    func loadForAWhile() {
      let task = Task { [weak self] in
        self?.willWait()
        try? await Task.sleep(for: .seconds(1000))
      }
      state.withLock { $0.loading = task }
    }

    func countWhenLoaded() { count(after: loading) }

    /// Each of two tasks waits for the other one.
    func deadlock() {
      let first = Task {
        while ending == nil { await Task.yield() }
        willWait()
        await ending?.value
      }
      let second = Task {
        willWait()
        await loading?.value
        count.add(1, ordering: .relaxed)
      }
      state.withLock { $0 = State(loading: first, ending: second) }
    }

    /// A closure of the player's has the task that another one waits for.
    func keepCancelling() { keep(cancelling: stream()) }

    private func keep(cancelling task: Task<Void, Never>) {
      onStop.withLock { $0 = { task.cancel() } }
      count(after: task)
    }

    func ask() {
      let question = Task {
        await withUnsafeContinuation { continuation in
          self.answer.withLock { $0 = continuation }
          self.willWait()
        }
      }
      keep(cancelling: question)
    }

    func stop() {
      loading?.cancel()
      answer.withLock { $0?.resume() }
      continuation.finish()
    }
  }

  /// Reports on a player whose tasks wait.
  private func report(
    _ start: @Sendable (Player) -> Void
  ) async -> LeakReport {
    weak var player: Player?
    let report = await LeakDetector.detect(within: .milliseconds(300)) {
      let made = Player()
      player = made
      start(made)
      await made.comeToRest(2)
      return made
    }
    player?.stop()
    return report
  }

  @Test(.slow) func closureOfWhatWaits() async {
    let report = await report {
      $0.load()
      $0.countWhenLoaded()
    }
    #expect(
      report.textWithoutLines == """
        WaitingTaskTests.Player leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ WaitingTaskTests.Player
          │    .state.loading: Task
          │    .waiter: Task
          │    closure #1 in WaitingTaskTests.Player.count(after:)
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures WaitingTaskTests.Player (self) strongly
          ╰─ WaitingTaskTests.Player

          Try [weak self] in the closure at WaitingTaskTests.swift:41. A guard let self above an await keeps it as well, and so does a method of self that awaits. Or end what it waits for (cancel() the task, if that ends it): the task keeps its closure until then. After a weak capture alone it waits on, unless a deinit ends it.
          pattern stored-task (swift run leakcases show concurrency/stored-task-for-await)
          fingerprint 98f7d9e2
        """)
  }

  @Test(.slow) func twoThatWaitForOneAnother() async {
    let report = await report { $0.deadlock() }
    #expect(
      report.textWithoutLines == """
        WaitingTaskTests.Player leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ WaitingTaskTests.Player
          │    .state.loading: Task
          │    closure #1 in WaitingTaskTests.Player.deadlock()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures WaitingTaskTests.Player (self) strongly
          ╰─ WaitingTaskTests.Player

          Try [weak self] in the closure at WaitingTaskTests.swift:65. Or end what it waits for (cancel() the task, if that ends it): the task keeps its closure until then. After a weak capture alone it waits on, unless a deinit ends it.

          Another task that waits (the closure at WaitingTaskTests.swift:70) probably keeps WaitingTaskTests.Player after that, unless a deinit ends it.
          pattern stored-task (swift run leakcases show concurrency/stored-task-for-await)
          fingerprint c10c1b6f
        """)
  }

  @Test(.slow, .ofLibrarySymbols) func whatWillEndKeepsWhoWaits() async {
    let report = await report {
      $0.loadForAWhile()
      $0.countWhenLoaded()
    }
    // Libraries without symbols do not tell what a task waits for.
    #expect(
      report.textWithoutLines.replacing(" that waits for another task in ", with: ", suspended in ")
        == """
        WaitingTaskTests.Player is held: 1 instance is kept alive by an unfinished Task, suspended in closure #1 in WaitingTaskTests.Player.count(after:), WaitingTaskTests.swift:43.

          ╭─ an unfinished Task
          │    closure #1 in WaitingTaskTests.Player.count(after:)
          │       captures WaitingTaskTests.Player (self) strongly
          ╰→ WaitingTaskTests.Player

          It goes when the task has finished. End what it waits for, or write [weak self] in its closure. A guard let above an await keeps it as well, and so does a method of its own that awaits.
          pattern unfinished-task (swift run leakcases show concurrency/task-in-init)
          fingerprint 29c0bf99
        """)
  }

  /// A closure that captures the awaited task says where that is kept. A task is nothing that could be captured weakly.
  @Test(.slow) func taskThatAClosureCaptures() async {
    let report = await report { $0.keepCancelling() }
    #expect(
      report.leaks.map { $0.path?.cuts.map(\.advice) } == [
        [
          "Try [weak self] in the closure at WaitingTaskTests.swift:41. A guard let self above an await keeps it as well, and so does a "
            + "method of self that awaits. Or end what it waits for (cancel() the task, if that ends it): the task keeps its closure until "
            + "then. After a weak capture alone it waits on, unless a deinit ends it."
        ]
      ])
    #expect(report.leaks.map { $0.path?.edits } == [[]])
  }

  /// What a continuation resumes ends, and nobody waits for it any longer.
  @Test(.slow) func continuationThatWouldEndAll() async {
    let report = await report { $0.ask() }
    #expect(
      report.textWithoutLines == """
        WaitingTaskTests.Player leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ WaitingTaskTests.Player
          │    .answer.context: Task
          │    closure #1 in WaitingTaskTests.Player.ask()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures WaitingTaskTests.Player (self) strongly
          ╰─ WaitingTaskTests.Player

          Call resume() on the continuation on every path: until then its task keeps the WaitingTaskTests.Player.
          pattern unresumed-continuation (swift run leakcases show concurrency/unresumed-continuation)
          fingerprint 399298ef
        """)
  }
}
