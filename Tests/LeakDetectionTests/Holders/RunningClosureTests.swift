import CUnwindingScenes
import LeakDetection
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Closures on the stack of a thread that runs others.
@Suite struct RunningClosureTests {
  final class Node: Sendable {}

  /// A closure in memory: its code, which is the compiler's and calls the closure, and its context.
  private typealias Words = (code: UInt, context: UInt)

  /// An object that a closure captures with a retain that is not given back, and the closure, disguised.
  @inline(never)
  private static func makeRetained() -> (TrackedObject, disguised: Words) {
    let node = Node()
    let handler = { withExtendedLifetime(node) {} }
    let handlers = [handler]
    let words = handlers.withUnsafeBytes { bytes in
      Words(bytes.load(as: UInt.self), bytes.load(fromByteOffset: 8, as: UInt.self))
    }
    _ = context(~words.context).retain()
    return (TrackedObject(node, location: CodeLocation()), (~words.code, ~words.context))
  }

  private static func context(_ disguised: UInt) -> Unmanaged<AnyObject> {
    .fromOpaque(UnsafeRawPointer(bitPattern: ~disguised).unsafelyUnwrapped)
  }

  /// Checks with the words of a closure on the stack, in memory that is no variable's.
  @_optimize(none)
  private static func verdict(on tracked: TrackedObject, beside disguised: Words) -> Verdict? {
    withUnsafeTemporaryAllocation(of: UInt.self, capacity: 2) { words in
      words[0] = ~disguised.code
      words[1] = ~disguised.context
      return LeakCheck.verdicts(on: [tracked], within: .milliseconds(1)).first
    }
  }

  /// The code of both closures has one name, which is that of all such code.
  @Test func aClosureIsNotRunningWhereAnotherOneIs() {
    let (tracked, disguised) = Self.makeRetained()
    defer { Self.context(disguised.context).release() }
    uws_clear_stack()
    var verdict: Verdict?
    let handler = { verdict = Self.verdict(on: tracked, beside: disguised) }
    let handlers = [handler]
    for handler in handlers { handler() }
    switch verdict {
    case .leaked(let path): #expect(path.isLostRetain)
    case .held(let holders): #expect(holders.allSatisfy { !$0.isSure }, "\(holders)")
    default: Issue.record("\(String(describing: verdict))")
    }
  }
}
