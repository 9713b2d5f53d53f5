import Dispatch
import Foundation
import Jukebox
import LeakTesting
import Testing

/// Failures from where a test's own task is not known are not lost.
@Suite(.serialized) struct Elsewhere {
  @Test func assertInTask() {
    XCTAssertDeallocated { Player.leaking() }
  }

  @Test func assertInDetachedTask() async {
    await Task.detached { _ = await XCTAssertDeallocated { Player.leaking() } }.value
  }

  @Test func assertOnQueue() async {
    await onQueue { XCTAssertDeallocated { Player.leaking() } }
  }

  @Test func assertOnThread() async {
    await onThread { XCTAssertDeallocated { Player.leaking() } }
  }

  @Test func expectInDetachedTask() async {
    await Task.detached { _ = await expectDeallocated { Player.leaking() } }.value
  }

  @Test func expectOnQueue() async {
    await onQueue { expectDeallocated { Player.leaking() } }
  }

  @Test func expectOnThread() async {
    await onThread { expectDeallocated { Player.leaking() } }
  }
}

func onQueue(_ work: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "elsewhere").async {
      work()
      continuation.resume()
    }
  }
}

func onThread(_ work: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread {
      work()
      continuation.resume()
    }.start()
  }
}
