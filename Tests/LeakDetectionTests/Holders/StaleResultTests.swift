import Foundation
import LeakTesting
import TestOrder
import Testing

/// A task whose memory had something else before: until it ends, that is still in the place of its result.
@Suite(.leakFree, .serialized) struct StaleResultTests {
  private static let pool = WaitingPool()

  private static let code = unsafeBitCast(
    free as @convention(c) (UnsafeMutableRawPointer?) -> Void, to: UInt.self)

  /// Its closure is found all the same, which has captured what a static variable has.
  @Test(.slow, arguments: [false, true])
  func `A static's own task is known by its closure`(isInPlaceOfAnother: Bool) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      if isInPlaceOfAnother {
        // Where the other one's result was, its code, and its closure.
        await Self.pool.startForFour { leaveInTaskMemory { [$0 + 232, Self.code, 4096] } }
      } else {
        await Self.pool.start { leaveInTaskMemory { _ in [Self.code] } }
      }
      while await !Self.pool.isWaiting { await Task.yield() }
    }
    #expect(report.leaks.map(\.headline) == [])
    await Self.pool.finish()
  }
}
