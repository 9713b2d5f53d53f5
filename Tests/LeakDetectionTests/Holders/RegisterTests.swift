import CUnwindingScenes
import Foundation
import LeakDetection
import TestOrder
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Objects that nothing but a register of a function has which waits for the check, as optimised code keeps them. The functions that it
/// has called save the register on the stack, those of the kit among them.
@Suite(.slow) struct RegisterTests {
  final class Node: Sendable {}

  /// An object with a retain that is not given back, and its disguised address: the tests' own functions are to have it nowhere.
  @inline(never)
  private static func makeRetained() -> (TrackedObject, disguised: UInt) {
    let node = Node()
    let tracked = TrackedObject(node, location: CodeLocation())
    return (tracked, ~UInt(bitPattern: Unmanaged.passRetained(node).toOpaque()))
  }

  /// The verdict on an object that `call` calls its argument with, and its disguised address, for ``release(_:)``.
  private static func verdict(
    calling call: @escaping @Sendable (@escaping () -> Void, _ disguised: UInt) -> Void
  ) async -> (Verdict?, disguised: UInt) {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        let (tracked, disguised) = makeRetained()
        var verdicts: [Verdict] = []
        uws_clear_stack()
        call(
          { verdicts = LeakCheck.verdicts(on: [tracked], within: .milliseconds(1)) }, disguised)
        done.resume(returning: (verdicts.first, disguised))
      }
    }
  }

  private static func release(_ disguised: UInt) {
    guard let node = UnsafeRawPointer(bitPattern: ~disguised) else { return }
    Unmanaged<Node>.fromOpaque(node).release()
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
    let (verdict, disguised) = await Self.verdict { body, disguised in
      Self.withBody(body) { uws_call_with_register($0, $1, disguised) }
    }
    defer { Self.release(disguised) }
    guard case .held(let holders)? = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
    #expect(holders.map(\.isProbable) == [true], "\(holders)")
  }

  /// Tasks of other tests wait meanwhile, and the memory of one may have a word left over from what was at the object's address before:
  /// the object is possibly that task's. Others, at other addresses, are not.
  @Test func whatNothingHasIsALostRetain() async throws {
    var lost: [UInt] = []
    defer {
      for disguised in lost { Self.release(disguised) }
    }
    var held: [[LeakReport.Holder]] = []
    for _ in 0..<8 {
      let (verdict, disguised) = await Self.verdict { body, _ in
        Self.withBody(body) { uws_call_with_register($0, $1, ~0) }
      }
      lost.append(disguised)
      switch verdict {
      case .leaked(let path):
        #expect(path.isLostRetain)
        return
      case .held(let holders) where holders.allSatisfy { $0.isProbable }: held.append(holders)
      default:
        Issue.record("\(String(describing: verdict))")
        return
      }
    }
    Issue.record("\(held)")
  }
}
