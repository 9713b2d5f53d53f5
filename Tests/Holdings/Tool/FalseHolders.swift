import Dispatch
import Foundation
import HoldingSituations
import LeakDetection
import Synchronization

/// Cycles that nothing holds, dropped by threads that idle: none must be said to be held, whatever lies about in memory.
enum FalseHolders {
  private final class Link: @unchecked Sendable {
    var other: Link?
  }

  private static let threads = 8
  private static let cycles = 500

  /// What becomes of the cycles, and what a search for their holders would say of them if no count were read.
  static func report() async -> String {
    let made = Mutex<[TrackedObject]>([])
    let (idle, ready) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for depth in 0..<threads {
      Thread.detachNewThread {
        let links = dropCycles(cycles, depth: depth * 10)
        made.withLock { $0 += links }
        ready.signal()
        idle.wait()
      }
    }
    for _ in 0..<threads { Holdings.block(on: ready) }
    let tracked = made.withLock { $0 }
    let verdicts = await LeakCheck.verdicts(on: tracked, within: .zero)
    let leaked = verdicts.count { if case .leaked = $0 { true } else { false } }
    let (sure, possible) = HolderSearch.counts(of: tracked)
    return """
      \(tracked.count) dropped cycles, \(threads) idle threads: \(leaked) leaked
      without their counts: held \(sure), possibly held \(possible)
      """
  }

  /// Makes cycles of two at some depth of the stack, and drops them.
  @inline(never)
  private static func dropCycles(_ count: Int, depth: Int) -> [TrackedObject] {
    if depth > 0 { return dropCycles(count, depth: depth - 1) }
    return (0..<count).map { number in
      let (left, right) = (Link(), Link())
      (left.other, right.other) = (right, left)
      // Copies on the stack and in memory that is given back.
      let copies = (0..<8).map { ["\(number), \($0) and enough to be on the heap": [left, right]] }
      return withExtendedLifetime(copies) { TrackedObject(left, location: CodeLocation()) }
    }
  }
}
