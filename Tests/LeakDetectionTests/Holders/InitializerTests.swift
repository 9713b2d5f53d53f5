import Foundation
import LeakTesting
import TestOrder
import Testing

/// What the initializer of a static variable begins goes on for as long as the process does, whichever test uses the variable first.
@Suite(
  .slow, .leakFree,
  .disabled(if: isOptimized, "which function has made an object is known of an unoptimised build")
) struct InitializerTests {
  private final class Worker: @unchecked Sendable {
    var itself: Worker?
    private var count = 0

    func tick() { count += 1 }

    // An optimised build would make it when it is used first.
    @inline(never) static func made() -> Worker { Worker() }
  }

  private static func beginTask(with worker: Worker) -> Task<Void, any Error> {
    Task {
      while true {
        worker.tick()
        try await Task.sleep(for: .seconds(600))
      }
    }
  }

  nonisolated(unsafe) private static let source: any DispatchSourceTimer = {
    _ = beginTask(with: .made())
    Task {
      let worker = Worker.made()
      while true {
        worker.tick()
        try await Task.sleep(for: .seconds(600))
      }
    }
    let ofTimer = Worker.made()
    RunLoop.main.add(
      Timer(timeInterval: 600, repeats: true) { _ in ofTimer.tick() }, forMode: .common)
    let ofBlock = Worker.made()
    DispatchQueue.global().asyncAfter(deadline: .now() + 600) { ofBlock.tick() }
    let ofObserver = Worker.made()
    _ = NotificationCenter.default.addObserver(
      forName: Notification.Name("InitializerTests"), object: nil, queue: nil
    ) { _ in ofObserver.tick() }
    let ofThread = Worker.made()
    Thread.detachNewThread {
      while true {
        ofThread.tick()
        Thread.sleep(forTimeInterval: 600)
      }
    }
    let ofSource = Worker.made()
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.setEventHandler { ofSource.tick() }
    source.schedule(deadline: .now() + 600, repeating: 600)
    source.resume()
    return source
  }()

  /// Its initializer begins the work, in an object's.
  private final class Service: Sendable {
    static let shared = Service()
    let name = "service"

    init() {
      let worker = Worker.made()
      DispatchQueue.global().asyncAfter(deadline: .now() + 600) { worker.tick() }
    }
  }

  /// In a structure's; and by a task that has no values of the initializer's.
  private struct Values: Sendable {
    static let shared = Values()
    let name = "values"

    init() {
      let worker = Worker.made()
      DispatchQueue.global().asyncAfter(deadline: .now() + 600) { worker.tick() }
      let ofTask = Worker.made()
      Task.detached {
        while true {
          ofTask.tick()
          try await Task.sleep(for: .seconds(600))
        }
      }
    }
  }

  @Test func `What the initializers of objects begin is not told`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      #expect(Service.shared.name == "service")
      #expect(Values.shared.name == "values")
    }
    #expect(report.leaks.map(\.headline) == [])
  }

  /// The next test is as the first one.
  @Test func `What is given to an initializer's work later is not told`() async {
    for _ in 0..<2 {
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        Self.queue.add(Worker.made())
      }
      #expect(report.leaks.map(\.headline) == [])
    }
  }

  /// The closure has it, and nothing else.
  private final class Queue: @unchecked Sendable {
    private let lock = NSLock()
    private var workers: [Worker] = []

    func add(_ worker: Worker) { lock.withLock { workers.append(worker) } }
  }

  private final class WeakQueue: @unchecked Sendable {
    weak var queue: Queue?

    func add(_ worker: Worker) { queue?.add(worker) }
  }

  private static let queue: WeakQueue = {
    let weakQueue = WeakQueue()
    let queue = Queue()
    let worker = Worker.made()
    weakQueue.queue = queue
    DispatchQueue.global().asyncAfter(deadline: .now() + 600) { queue.add(worker) }
    return weakQueue
  }()

  @Test func `What an initializer's work has is not told`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      #expect(!Self.source.isCancelled)
      // The initializer's tasks have begun by then.
      await Task { await Task.yield() }.value
    }
    #expect(report.leaks.map(\.headline) == [])
  }

  @Test func `What a test's work has is told`() async {
    var task: Task<Void, any Error>?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      #expect(!Self.source.isCancelled)
      task = Self.beginTask(with: .made())
    }
    let told = report.leaks.map { String($0.headline.prefix { $0 != ":" }) }
    #expect(told == ["InitializerTests.Worker is held"])
    task?.cancel()
    _ = await task?.result
  }

  private static let cycle: Int = {
    let worker = Worker.made()
    worker.itself = worker
    return 1
  }()

  @Test func `A retain cycle of an initializer's is told`() async {
    let report = await LeakDetector.detect { #expect(Self.cycle == 1) }
    let told = report.leaks.map { String($0.headline.prefix { $0 != ":" }) }
    #expect(told == ["InitializerTests.Worker leaked"])
  }

  private static let ofCheckInside: [String] = {
    let report = LeakDetector.detectBlocking(within: .milliseconds(50)) {
      let worker = Worker.made()
      DispatchQueue.global().asyncAfter(deadline: .now() + 600) { worker.tick() }
    }
    return report.leaks.map { String($0.headline.prefix { $0 != ":" }) }
  }()

  @Test(.leakFree) func `A check inside an initializer tells what its own work has`() {
    #expect(Self.ofCheckInside == ["InitializerTests.Worker is held"])
  }

  nonisolated(unsafe) private static var current: Worker? = Worker()
  nonisolated(unsafe) private static var currentOfTask: Worker? = Worker()

  /// The closure captures one object alone, which stands in place of a context.
  @Test func `What a static has let go of is told where a test's own work has it`() async throws {
    var task: Task<Void, any Error>?
    let report = try await LeakDetector.detect(within: .milliseconds(50)) {
      let worker = try #require(Self.current)
      Self.current = nil
      DispatchQueue.global().asyncAfter(deadline: .now() + 600) { worker.tick() }
      task = Self.beginTask(with: try #require(Self.currentOfTask))
      Self.currentOfTask = nil
    }
    let told = report.leaks.map { String($0.headline.prefix { $0 != ":" }) }
    #expect(told == Array(repeating: "InitializerTests.Worker is held", count: 2))
    task?.cancel()
    _ = await task?.result
  }
}
