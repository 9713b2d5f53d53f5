import Foundation
import LeakTesting
import TestOrder
import Testing

/// What the initializer of a static variable begins goes on for as long as the process does, whichever test uses the variable first.
@Suite(.slow, .leakFree) struct InitializerTests {
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

  private static func beginTaskOfItsOwn() {
    Task {
      let worker = Worker.made()
      while true {
        worker.tick()
        try await Task.sleep(for: .seconds(600))
      }
    }
  }

  private static func beginTimer(with worker: Worker) {
    RunLoop.main.add(
      Timer(timeInterval: 600, repeats: true) { _ in worker.tick() }, forMode: .common)
  }

  private static func beginSource(with worker: Worker) -> any DispatchSourceTimer {
    let source = DispatchSource.makeTimerSource(queue: .global())
    source.setEventHandler { worker.tick() }
    source.schedule(deadline: .now() + 600, repeating: 600)
    source.resume()
    return source
  }

  private static func beginBlock(with worker: Worker, after seconds: Double) {
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { worker.tick() }
  }

  private static func beginObserver(with worker: Worker) {
    _ = NotificationCenter.default.addObserver(
      forName: Notification.Name("InitializerTests"), object: nil, queue: nil
    ) { _ in worker.tick() }
  }

  nonisolated(unsafe) private static let source: any DispatchSourceTimer = {
    _ = beginTask(with: .made())
    beginTaskOfItsOwn()
    beginTimer(with: .made())
    beginBlock(with: .made(), after: 600)
    beginObserver(with: .made())
    return beginSource(with: .made())
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
      beginBlock(with: .made(), after: 600)
    }
    return report.leaks.map { String($0.headline.prefix { $0 != ":" }) }
  }()

  @Test(.leakFree) func `A check inside an initializer tells what its own work has`() {
    #expect(Self.ofCheckInside == ["InitializerTests.Worker is held"])
  }
}
