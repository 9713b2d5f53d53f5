import Foundation
import LeakDetection
import Synchronization
import TestOrder
import Testing

/// Work that an object is a part of holds it, where something else is to end the work: then it is no leak.
@Suite struct WorkEndersTests {
  private final class Reader: @unchecked Sendable {
    var task: Task<Void, Never>?
    var continuation: UnsafeContinuation<Void, Never>?

    func read(_ stream: AsyncStream<Int>) { task = Task { for await _ in stream { self.note() } } }

    func wait(_ hand: @escaping @Sendable (UnsafeContinuation<Void, Never>) -> Void) {
      Task {
        await withUnsafeContinuation { continuation in
          self.continuation = continuation
          hand(continuation)
        }
        self.note()
      }
    }

    private let notes = Atomic(0)

    /// Not optimised away: who calls it has the object until then.
    @inline(never) func note() { notes.add(1, ordering: .relaxed) }
  }

  private final class Waiter: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: UnsafeContinuation<Void, Never>?

    func wait() async {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          lock.withLock { self.continuation = continuation }
        }
      } onCancel: {
        lock.withLock { continuation.take() }?.resume()
      }
    }

    var waits: Bool { lock.withLock { continuation != nil } }
  }

  /// A queue that does nothing until it is told to.
  private static func suspendedQueue() -> DispatchQueue {
    let queue = DispatchQueue(label: "enders")
    queue.suspend()
    return queue
  }

  private func verdictIsHeld(_ report: LeakReport) -> Bool {
    guard case .held? = report.leaks.first?.verdict else {
      Issue.record("\(report)")
      return false
    }
    return report.leaks.count == 1
  }

  @Test(.slow) func aStreamThatABlockIsToFinish() async throws {
    let queue = Self.suspendedQueue()
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let reader = trackForLeaks(Reader())
      reader.read(stream)
      queue.async { continuation.finish() }
      try? await Task.sleep(for: .milliseconds(20))
    }
    #expect(verdictIsHeld(report))
    queue.resume()
    await Self.untilNothingWaits(on: queue)
  }

  @Test(.slow) func aContinuationThatABlockIsToResume() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let reader = trackForLeaks(Reader())
      reader.wait { continuation in Self.resuming.async { continuation.resume() } }
      try? await Task.sleep(for: .milliseconds(20))
    }
    #expect(verdictIsHeld(report))
    Self.resuming.resume()
    await Self.untilNothingWaits(on: Self.resuming)
  }

  private static let resuming = suspendedQueue()

  @Test(.slow) func aChildThatItsGroupIsToCancel() async {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let waiter = { trackForLeaks(Waiter()) }
    var group: Task<Void, Never>?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let object = waiter()
      group = Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await object.wait() }
          for await _ in gate {}
          group.cancelAll()
        }
      }
      while !object.waits { await Task.yield() }
      // Its task is still on its way to where it waits.
      try? await Task.sleep(for: .milliseconds(20))
    }
    #expect(verdictIsHeld(report))
    opening.finish()
    await group?.value
  }

  /// Only itself would finish the stream that its task reads.
  @Test(.slow) func aStreamThatNothingElseHas() async {
    final class Feed: @unchecked Sendable {
      var task: Task<Void, Never>?
      var continuation: AsyncStream<Int>.Continuation?
      func note() {}
    }
    weak var feed: Feed?
    let report = await LeakDetector.detect(within: .milliseconds(400)) {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let object = trackForLeaks(Feed())
      object.continuation = continuation
      object.task = Task { for await _ in stream { object.note() } }
      feed = object
      try? await Task.sleep(for: .milliseconds(20))
    }
    guard case .leaked? = report.leaks.first?.verdict else {
      Issue.record("\(report)")
      return
    }
    feed?.task?.cancel()
  }

  /// The memory of a child task that `async let` makes is inside its parent's: it has no size of its own.
  @Test(.slow) func aChildOfAsyncLet() async {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let (starts, started) = AsyncStream<Void>.makeStream()
    var parent: Task<Void, Never>?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let reader = trackForLeaks(Reader())
      parent = Task { [observer = Observer(reader: reader)] in
        async let part: Void = Self.keep(observer, until: gate, started)
        await part
      }
      for await _ in starts { break }
      withExtendedLifetime(reader) {}
    }
    #expect(report.leaks.count == 1)
    opening.finish()
    await parent?.value
  }

  private struct Observer: Sendable {
    weak var reader: Reader?
  }

  @inline(never) private static func keep(
    _ observer: Observer, until gate: AsyncStream<Void>,
    _ started: AsyncStream<Void>.Continuation
  ) async {
    let reader = observer.reader
    started.yield()
    for await _ in gate {}
    reader?.note()
  }

  // MARK: Timers

  private final class Poller: @unchecked Sendable {
    private let source = DispatchSource.makeTimerSource()
    private let lock = NSLock()
    private var wasActivated = false

    /// Begins to fire; whoever knows nothing else of it cannot end it but by its handler.
    func start(every interval: DispatchTimeInterval) {
      source.schedule(deadline: .now(), repeating: interval)
      source.setEventHandler { self.poll() }
    }

    func activate() {
      lock.withLock { wasActivated = true }
      source.activate()
    }

    func activateAndSuspend() {
      source.activate()
      source.suspend()
    }

    @inline(never) private func poll() { lock.withLock {} }

    func stop() {
      // A suspended source must not be let go.
      if lock.withLock({ !wasActivated }) { source.resume() }
      source.cancel()
    }
  }

  /// It fires whoever has it, also at the moment in which it is looked at.
  @Test(.slow, arguments: 0..<4) func aTimerThatFires(_: Int) async {
    // It fires thousands of times a second: no longer than need be.
    let report = await Self.firing.run {
      weak var poller: Poller?
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        let new = trackForLeaks(Poller())
        poller = new
        new.start(every: .microseconds(200))
        new.activate()
      }
      poller?.stop()
      return report
    }
    #expect(verdictIsHeld(report))
  }

  private static let firing = OneAtATime()

  /// Nothing but its own handler, which does not run, could let it fire.
  @Test(.slow, arguments: [true, false]) func aTimerThatDoesNotFire(wasActivated: Bool) async {
    weak var poller: Poller?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let new = trackForLeaks(Poller())
      poller = new
      new.start(every: .milliseconds(1))
      if wasActivated { new.activateAndSuspend() }
    }
    guard case .leaked? = report.leaks.first?.verdict else {
      Issue.record("\(report)")
      return
    }
    poller?.stop()
  }

  private static func untilNothingWaits(on queue: DispatchQueue) async {
    await withCheckedContinuation { done in queue.async { done.resume() } }
  }
}
