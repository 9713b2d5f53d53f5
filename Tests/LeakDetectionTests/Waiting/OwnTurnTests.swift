import Dispatch
import LeakBase
import LeakHeapReading
import LeakHeapRoots
import LeakTesting
import Testing

@testable import LeakDeciding

/// What waits for its turn: the work of a queue does, and what a group lets run does not.
@Suite(.leakFree, .disabled(if: isOptimized, "optimised code may have the queue in a register"))
struct OwnTurnTests {
  private final class Guest: Sendable {}

  /// How the work gets on that has a guest which `keep` has handed on.
  @inline(never)
  private static func turn(_ keep: (Guest) -> Void) throws -> CheckReading.Turn? {
    let witness = Self.witness(keep)
    guard case .held(let path) = HeapReader.shared.holders(of: [witness]).answers[0],
      path.root == .object
    else { throw Unheld() }
    return path.turn
  }

  @inline(never)
  private static func witness(_ keep: (Guest) -> Void) -> ObjectWitness {
    let guest = Guest()
    keep(guest)
    return ObjectWitness(guest)
  }

  private struct Unheld: Error {}

  @Test func `Behind other work in a queue`() throws {
    let isOver = DispatchSemaphore(value: 0)
    defer { isOver.signal() }
    let turn = try Self.turn { guest in
      let queue = DispatchQueue(label: "writes")
      queue.async { isOver.wait() }
      queue.async { withExtendedLifetime(guest) {} }
    }
    #expect(turn == .waits)
  }

  @Test func `Behind a target that is suspended`() throws {
    let target = DispatchQueue(label: "store")
    target.suspend()
    defer { target.resume() }
    let turn = try Self.turn { guest in
      let queue = DispatchQueue(label: "writes", target: target)
      queue.async { withExtendedLifetime(guest) {} }
    }
    #expect(turn == nil)
  }

  private static let entered = VisibleMutex<DispatchGroup?>(nil)

  @Test func `For a group`() throws {
    defer {
      Self.entered.withLock { group in
        group?.leave()
        group = nil
      }
    }
    let turn = try Self.turn { guest in
      let group = DispatchGroup()
      group.enter()
      group.notify(queue: .global()) { withExtendedLifetime(guest) {} }
      Self.entered.withLock { $0 = group }
    }
    #expect(turn == nil)
  }
}
