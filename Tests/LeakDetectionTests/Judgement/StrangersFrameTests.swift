import LeakHeapModel
import LeakTesting
import Testing

@testable import LeakDeciding

/// What lies about in the frames of a task that has nothing to do with the objects.
@Suite(.leakFree) struct StrangersFrameTests {
  /// An owner whose task can be resumed by itself alone, another task that waits for that one and captures the owner, and a stranger
  /// with words that lead to the second one and to the context of its closure:
  ///
  /// ```
  /// 0 Owner → 1 Task → 3 Task → 4 closure → 0, 0 → 2 continuation → 1, 3 ⇢ 1, 5 Task ⇢ 3, 5 Task ⇢ 4
  /// ```
  private static func judgement(waitersRetains: Int, closuresRetains: Int) -> Judgement {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let awaited = heap.object(.task)
    let continuation = heap.instance("Shop.Continuation")
    let waiter = heap.object(.task)
    let closure = heap.object(.closureContext)
    let stranger = heap.object(.task)
    heap.refer(owner, to: awaited, .property("loading._task"))
    heap.refer(owner, to: continuation, .property("continuation"))
    heap.refer(continuation, to: awaited, .property("context"))
    heap.refer(awaited, to: waiter, .waiter)
    heap.refer(waiter, to: awaited, .content("frame"), confidence: .conservative)
    heap.refer(waiter, to: closure, .closureContext, confidence: .conservative)
    heap.refer(closure, to: owner, .property("self"))
    heap.refer(stranger, to: waiter, .content("frame"), confidence: .conservative)
    heap.refer(stranger, to: closure, .content("frame"), confidence: .conservative)
    let evidence = heap.evidence(strong: [
      waiter: waitersRetains - 2, closure: closuresRetains - 2, stranger: 1,
    ])
    return HeapLook(evidence).judgement(of: owner)
  }

  /// The waiting task owns itself, and its closure.
  @Test func `What the counts explain otherwise is no reference`() {
    #expect(
      Self.judgement(waitersRetains: 1, closuresRetains: 1)
        == .leaked(grade: .mayOwn, isFinal: false))
  }

  @Test func `One retain more may be the stranger's`() {
    #expect(Self.judgement(waitersRetains: 2, closuresRetains: 1).isHeld)
    #expect(Self.judgement(waitersRetains: 1, closuresRetains: 2).isHeld)
  }
}

extension Judgement {
  fileprivate var isHeld: Bool { if case .held = self { true } else { false } }
}
