import Foundation

/// A thread with a run loop of its own, for timers.
///
/// Nobody runs the main run loop while an async `main` waits, so a case brings its own. The loop turns only
/// inside ``run(until:)``: between calls the thread sleeps and touches no object of the case.
final class RunLoopThread: @unchecked Sendable {
  private let requests = DispatchSemaphore(value: 0)
  private let answers = DispatchSemaphore(value: 0)
  private var job: (() -> Void)?

  init() {
    Thread { self.serve() }.start()
  }

  /// Runs `work` on the thread, and returns when the thread has let go of it.
  func perform(_ work: () -> Void) {
    withoutActuallyEscaping(work) { work in
      job = work
      requests.signal()
      answers.wait()
    }
  }

  /// Adds `timer` to the thread's run loop.
  func add(_ timer: Timer) {
    perform { RunLoop.current.add(timer, forMode: .default) }
  }

  /// Runs the thread's run loop until `condition`, which is asked every few milliseconds, holds.
  func run(until condition: () -> Bool) {
    perform {
      while !condition() {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
      }
    }
  }

  /// Ends the thread. Nothing can be asked of it afterwards.
  func stop() {
    requests.signal()
    answers.wait()
  }

  private func serve() {
    while runNextJob() { answers.signal() }
    answers.signal()
  }

  /// Waits for a job and runs it; returns whether there was one. Nothing of it is kept on return.
  @inline(never)
  private func runNextJob() -> Bool {
    requests.wait()
    guard let job else { return false }
    self.job = nil
    #if canImport(ObjectiveC)
      autoreleasepool { job() }
    #else
      job()
    #endif
    return true
  }
}
