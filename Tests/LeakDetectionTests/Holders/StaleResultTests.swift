import Foundation
import LeakTesting
import TestOrder
import Testing

/// A task whose memory had something else before: until it ends, that is still in the place of its result.
@Suite(.leakFree, .serialized) struct StaleResultTests {
  private static let pool = WaitingPool()

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

  /// Its closure is found all the same, which has captured what a static variable has.
  @Test(.slow, arguments: [false, true])
  func `A static's own task is known by its closure`(isInPlaceOfAnother: Bool) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      if isInPlaceOfAnother {
        // Where the other one's result was, its code, and its closure.
        await Self.pool.startForFour { Self.leaveInMemory { [$0 + 232, Self.code, 4096] } }
      } else {
        await Self.pool.start { Self.leaveInMemory { _ in [Self.code] } }
      }
      while await !Self.pool.isWaiting { await Task.yield() }
    }
    #expect(report.leaks.map(\.headline) == [])
    await Self.pool.finish()
  }
}
