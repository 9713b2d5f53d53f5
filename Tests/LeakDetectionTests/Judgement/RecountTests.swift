import LeakHeapReading
import LeakTesting
import Testing

@testable import LeakDeciding

/// Counts that were read one after the other, and those of one moment.
@Suite(.leakFree) struct RecountTests {
  private static let once = ReferenceCounts(strong: 1, unowned: 0, weak: 0)

  /// Two nodes that refer to one another, of which each seemed to have no other retain.
  private static func ring() -> HeapLook {
    var heap = HeapSketch()
    let (first, second) = (heap.instance("Shop.Node"), heap.instance("Shop.Node"))
    heap.refer(first, to: second, .property("next"))
    heap.refer(second, to: first, .property("next"))
    return HeapLook(heap.evidence())
  }

  @Test func theSameCountsProve() {
    let look = Self.ring()
    #expect(look.provenObjects == [0, 1])
    #expect(look.recounting([0, 1], as: [Self.once, Self.once]) === look)
  }

  /// A thread has gone from the one to the other meanwhile.
  @Test func whatAThreadHasIsHeld() {
    var twice = Self.once
    twice.strong = 2
    let look = Self.ring().recounting([0, 1], as: [Self.once, twice])
    #expect(look.provenObjects == [])
    #expect(look.judgement(of: 0) == .held(1, unread: []))
  }

  @Test func whatHasGoneIsNotProven() {
    #expect(Self.ring().recounting([0, 1], as: [nil, Self.once]).provenObjects == [])
  }
}
