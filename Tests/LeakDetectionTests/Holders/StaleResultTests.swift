import Foundation
import LeakTesting
import Synchronization
import Testing

/// A task whose memory had something else before: until it ends, that is still in the place of its result.
@Suite(.leakFree, .serialized) struct StaleResultTests {
  private final class Note: Sendable {
    let isCancelled = Mutex(false)
  }

  fileprivate actor Pool {
    static let shared = Pool()

    fileprivate var ready: CheckedContinuation<Void, Never>?
    fileprivate var isWaiting: Bool { ready != nil }

    private struct Four {
      var (one, two, three, four) = (1, 2, 3, 4)
    }

    func start() {
      Self.leaveInMemory { _ in [Self.code] }
      Task { await run() }
    }

    /// The memory has the end of another task: where that one's result was, its code, and its closure.
    func startInPlaceOfAnother() {
      Self.leaveInMemory { [$0 + 232, Self.code, 4096] }
      Task {
        await run()
        return Four()
      }
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

    private static let code = unsafeBitCast(
      free as @convention(c) (UnsafeMutableRawPointer?) -> Void, to: UInt.self)

    /// Leaves words in free blocks of all sizes that a task may have, which come one after the other again and again.
    private static func leaveInMemory(_ words: (_ block: UInt) -> [UInt]) {
      for size in stride(from: 256, through: 1024, by: 16) {
        guard let block = malloc(size) else { continue }
        let words = words(UInt(bitPattern: block))
        for index in 0..<size / 8 {
          block.storeBytes(of: words[index % words.count], toByteOffset: index * 8, as: UInt.self)
        }
        free(block)
      }
    }
  }

  /// Its closure is found all the same, which has captured what a static variable has.
  @Test(arguments: [false, true])
  func `A static's own task is known by its closure`(isInPlaceOfAnother: Bool) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      if isInPlaceOfAnother {
        await Pool.shared.startInPlaceOfAnother()
      } else {
        await Pool.shared.start()
      }
      while await !Pool.shared.isWaiting { await Task.yield() }
    }
    #expect(report.leaks.map(\.headline) == [])
    await Pool.shared.finish()
  }
}
