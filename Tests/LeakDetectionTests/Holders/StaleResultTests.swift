import Foundation
import LeakTesting
import Synchronization
import Testing

/// A task whose memory had something else before: until it ends, that is still in the place of its result.
@Suite(.leakFree) struct StaleResultTests {
  private final class Note: Sendable {
    let isCancelled = Mutex(false)
  }

  fileprivate actor Pool {
    static let shared = Pool()

    fileprivate var ready: CheckedContinuation<Void, Never>?
    fileprivate var isWaiting: Bool { ready != nil }

    func start() {
      Self.leaveCodeInMemory()
      Task { await run() }
    }

    func finish() {
      ready?.resume()
      ready = nil
    }

    private func run() async {
      let note = Note()
      await withTaskCancellationHandler {
        await withCheckedContinuation { ready = $0 }
      } onCancel: {
        note.isCancelled.withLock { $0 = true }
      }
    }

    /// Leaves pointers to code in free blocks of all sizes that a task may have.
    private static func leaveCodeInMemory() {
      let code = unsafeBitCast(
        free as @convention(c) (UnsafeMutableRawPointer?) -> Void, to: UInt.self)
      for size in stride(from: 256, through: 1024, by: 16) {
        guard let block = malloc(size) else { continue }
        block.initializeMemory(as: UInt.self, repeating: code, count: size / 8)
        free(block)
      }
    }
  }

  /// Its closure is found all the same, which has captured what a static variable has.
  @Test func `A static's own task is known by its closure`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      await Pool.shared.start()
      while await !Pool.shared.isWaiting { await Task.yield() }
    }
    #expect(report.leaks.map(\.headline) == [])
    await Pool.shared.finish()
  }
}
