import CUnwindingScenes
import Foundation
import LeakDetection
import Synchronization
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Objects that nothing but a register of a function has which waits for the check, as optimised code keeps them. The functions that it
/// has called save the register on the stack, those of the kit among them.
@Suite struct RegisterTests {
  final class Node: Sendable {}

  /// An object with a retain that is not given back, and its disguised address: the tests' own functions are to have it nowhere.
  @inline(never)
  private static func makeRetained() -> (TrackedObject, disguised: UInt) {
    let node = Node()
    let tracked = TrackedObject(node, location: CodeLocation())
    return (tracked, ~UInt(bitPattern: Unmanaged.passRetained(node).toOpaque()))
  }

  /// The verdict on an object that `call` calls its argument with, which is let go `afterwards`.
  private static func verdict(
    calling call: @escaping @Sendable (@escaping () -> Void, _ disguised: UInt) -> Void,
    afterwards: @escaping @Sendable (_ release: @escaping @Sendable () -> Void) -> Void = { $0() }
  ) async -> Verdict? {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        let (tracked, disguised) = makeRetained()
        var verdicts: [Verdict] = []
        uws_clear_stack()
        call(
          { verdicts = LeakCheck.verdicts(on: [tracked], within: .milliseconds(1)) }, disguised)
        afterwards {
          guard let node = UnsafeRawPointer(bitPattern: ~disguised) else { return }
          Unmanaged<Node>.fromOpaque(node).release()
        }
        done.resume(returning: verdicts.first)
      }
    }
  }

  private static func withBody(
    _ body: @escaping () -> Void, _ call: (uws_body, UnsafeMutableRawPointer) -> Void
  ) {
    withUnsafePointer(to: body) { body in
      call(
        { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
        UnsafeMutableRawPointer(mutating: body))
    }
  }

  @Test func whatOnlyARegisterHasIsNoLostRetain() async throws {
    let verdict = await Self.verdict { body, disguised in
      Self.withBody(body) { uws_call_with_register($0, $1, disguised) }
    }
    guard case .held(let holders)? = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
    #expect(holders.map(\.isSure) == [false], "\(holders)")
  }

  /// Tasks of other tests wait meanwhile, and the memory of one may have a word left over from what was at the object's address before:
  /// the object is possibly that task's. Others, at other addresses, are not.
  @Test func whatNothingHasIsALostRetain() async throws {
    let releases = Mutex<[@Sendable () -> Void]>([])
    defer {
      for release in releases.withLock({ $0 }) { release() }
    }
    var held: [[LeakReport.Holder]] = []
    for _ in 0..<8 {
      let verdict = await Self.verdict { body, _ in
        Self.withBody(body) { uws_call_with_register($0, $1, ~0) }
      } afterwards: { release in
        releases.withLock { $0.append(release) }
      }
      switch verdict {
      case .leaked(let path):
        #expect(path.isLostRetain)
        return
      case .held(let holders) where holders.allSatisfy { !$0.isSure }: held.append(holders)
      default:
        Issue.record("\(String(describing: verdict))")
        return
      }
    }
    Issue.record("\(held)")
  }
}
