import CLeakHeapRoots
import CUnwindingScenes
import Foundation

/// A thread that looks at its own callers, from `depth` calls or more inside.
struct OwnSituation: Sendable {
  let name: String
  let depth: Int
  let run: @Sendable (Look) async -> Void

  init(_ name: String, depth: Int = 4, _ run: @escaping @Sendable (Look) async -> Void) {
    self.name = name
    self.depth = depth
    self.run = run
  }

  func look() async -> Look {
    let look = Look()
    await run(look)
    return look
  }

  func report() async -> String { await look().report(depth: depth) }
}

/// The callers of a function by two unwinders.
final class Look: @unchecked Sendable {
  private var kits: Unwinding?
  private var oracles: [Frame] = []
  private(set) var guesses = Guesses()

  /// Looks at the callers.
  @inline(never)
  func look() {
    var frame = crt_unwind_frame()
    crt_unwind_here(&frame)
    kits = Unwinding(frame)
    oracles = Frame.callers()
    guesses.add(
      oracles.filter { $0.stackPointer > Frame(frame).stackPointer }, on: Stack(frame))
  }

  /// The same for C, which hands over the look.
  static let body: uws_body = { context in
    Unmanaged<Look>.fromOpaque(context!).takeUnretainedValue().look()
  }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  func report(depth: Int) -> String {
    guard let kits else { return "never looked" }
    // The oracle was asked by another function, and the kit's own frame executes something else.
    guard let own = oracles.firstIndex(where: { $0.stackPointer == kits.frames[0].stackPointer })
    else {
      return "the caller of both is not found"
    }
    let expected = oracles[(own + 1)...]
    let found = kits.frames.dropFirst()
    if let difference = zip(found, expected).first(where: { !$0.agrees(with: $1) }) {
      return "\(difference.0) is \(difference.1)"
    }
    guard found.count == expected.count, kits.ending == CRT_UNWIND_END else {
      return "\(found.count) of \(expected.count) callers, ends with \(kits.ending.rawValue)"
    }
    guard found.count >= depth else { return "only \(found.count) callers" }
    guard kits.frames.allSatisfy({ $0.registers.count == Frame.preserved.count }) else {
      return "registers are missing"
    }
    return "every caller and its registers, to the end"
  }
}

extension Unwindings {
  static let own = [
    OwnSituation("recursion", depth: 50) { look in recurse(50) { look.look() } },
    OwnSituation("closures", depth: 8) { look in
      let inner = { look.look() }
      let outer = { _ = [1, 2, 3].map { if $0 == 2 { inner() } } }
      outer()
    },
    OwnSituation("generic functions", depth: 20) { pass([[1]], 8, $0) },
    OwnSituation("frames of every kind", depth: 6) { uws_call_from_frames(Look.body, $0.context) },
    OwnSituation("rules of every kind") { uws_call_by_rules(Look.body, $0.context) },
    OwnSituation("qsort", depth: 6) { uws_call_from_sort(Look.body, $0.context) },
    OwnSituation("signal handler", depth: 6) { uws_call_from_handler(Look.body, $0.context) },
    OwnSituation("trap at a function's first instruction", depth: 6) {
      uws_call_from_trap(Look.body, $0.context)
    },
    OwnSituation("signal handler in a sort in a handler", depth: 12) { look in
      nested = { uws_call_from_sort({ _ in nestedInner() }, nil) }
      nestedInner = { uws_call_from_trap(Look.body, look.context) }
      uws_call_from_handler({ _ in nested() }, nil)
    },
    OwnSituation("DispatchQueue.sync", depth: 8) { look in
      DispatchQueue(label: "own").sync { DispatchQueue(label: "inner").sync { look.look() } }
    },
    OwnSituation("DispatchQueue.async", depth: 6) { look in
      await withCheckedContinuation { done in
        DispatchQueue(label: "own").async {
          look.look()
          done.resume()
        }
      }
    },
    OwnSituation("concurrentPerform", depth: 6) { look in
      DispatchQueue.concurrentPerform(iterations: 1) { _ in look.look() }
    },
    OwnSituation("Thread") { look in
      await withCheckedContinuation { done in
        Thread.detachNewThread {
          recurse(3) { look.look() }
          done.resume()
        }
      }
    },
    OwnSituation("task that was suspended") { look in
      await Task.yield()
      recurse(3) { look.look() }
      await Task.yield()
    },
  ]

  nonisolated(unsafe) private static var nested: () -> Void = {}
  nonisolated(unsafe) private static var nestedInner: () -> Void = {}
}

/// Calls itself so many times, and then `body`.
@inline(never)
func recurse(_ depth: Int, _ body: () -> Void) {
  if depth == 0 { body() } else { recurse(depth - 1, body) }
  withExtendedLifetime(depth) {}
}

/// Calls itself with a type that is one level deeper each time.
@inline(never)
private func pass<Value>(_ value: Value, _ depth: Int, _ look: Look) {
  if depth == 0 {
    look.look()
  } else {
    _ = [0].map { _ in pass((value, value), depth - 1, look) }
  }
}
