import Dispatch
import LeakBase
import LeakHeapReading

/// A thread of the kit's own, which is there only while it has something to do.
///
/// What a check waits for, and what it reads, is done here: on the host's own threads its tasks and queues would have to
/// wait as long, and a small stack might not do.
final class WorkerThread: Sendable {
  /// Does what is to be done, and says how long until there is more; `nil` when nothing is left.
  typealias Work = @Sendable () -> Duration?

  /// A thread without work stays for this long.
  private static let patience = Duration.milliseconds(200)

  private struct State {
    /// The process that the thread runs in, or `nil` while there is none. In a forked child there is none either.
    var process: ProcessID?
    var isWoken = false
  }

  private let name: String
  private let state = VisibleMutex(State())
  private let signal = DispatchSemaphore(value: 0)

  init(_ name: String) {
    self.name = OwnThread.namePrefix + name
  }

  /// Has `work` done soon. It is the same in each call.
  func wake(_ work: @escaping Work) {
    let process = ProcessID.current
    let isMissing = state.withLock { state in
      state.isWoken = true
      if state.process == process { return false }
      state.process = process
      return true
    }
    if isMissing {
      let body: @Sendable () -> Void = { self.run(work) }
      // Where the process may have no more threads, those of libdispatch that it has will do.
      if !OwnThread.start(name, body) {
        DispatchQueue.global().async { OwnThread.run(body) }
      }
    } else {
      signal.signal()
    }
  }

  private func run(_ work: Work) {
    while true {
      state.withLock { $0.isWoken = false }
      let pause = work()
      let isTimeout =
        signal.wait(timeout: .now() + (pause ?? Self.patience).dispatchInterval) == .timedOut
      guard isTimeout, pause == nil else { continue }
      let isOver = state.withLock { state in
        if state.isWoken { return false }
        state.process = nil
        return true
      }
      if isOver { return }
    }
  }
}
