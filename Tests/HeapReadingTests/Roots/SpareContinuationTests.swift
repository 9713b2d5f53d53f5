import Dispatch
import Testing

@testable import LeakHeapReading

/// Continuations that are over: threads keep them for their next requests, with the block that each had last.
@Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
struct SpareContinuationTests {
  final class Guest {}

  /// A queue that does not run what it has, and a thread with spare continuations.
  private struct Scene {
    let busy = DispatchQueue(label: "busy")
    let suspended = DispatchQueue(label: "suspended")
    let gate = DispatchSemaphore(value: 0)

    /// Runs a block so many times that a search of the words which lead to it stops before it has seen all, then has it wait on
    /// the suspended queue.
    ///
    /// Not inlined, so that the block and what it captures are in no frame of the caller's.
    @inline(never)
    func fill() -> ObjectWitness {
      let guest = Guest()
      let item = DispatchWorkItem { withExtendedLifetime(guest) {} }
      for _ in 0..<300 {
        busy.async(execute: item)
        busy.sync {}
      }
      // The thread keeps its spare continuations for as long as it is there.
      busy.async { gate.wait() }
      suspended.suspend()
      suspended.async(execute: item)
      return ObjectWitness(guest)
    }

    func end() {
      gate.signal()
      suspended.resume()
      suspended.sync {}
    }
  }

  @Test func `What is over does not hide what holds an object`() {
    let scene = Scene()
    let witness = scene.fill()
    let answer = HeapReader().holders(of: [witness]).answers[0]
    scene.end()
    guard case .held(let path) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(path.grade == .typedReference)
    #expect(path.blocks.compactMap(\.?.label) == ["suspended"])
  }
}
