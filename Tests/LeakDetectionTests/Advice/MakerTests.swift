import LeakHeapModel
import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Who of a group made an object of it, as far as the code tells.
@Suite(.leakFree) struct MakerTests {
  /// A shop, its clerk and a counter, each of which refers to the next.
  private static func maker(
    of made: Int, superclasses: [String] = [], _ makes: (inout HeapSketch) -> Void
  ) -> Int? {
    var heap = HeapSketch()
    let shop = heap.instance("Shop.Shop", superclasses: superclasses)
    let clerk = heap.instance("Shop.Clerk")
    let counter = heap.instance("Shop.Counter")
    heap.refer(shop, to: clerk, .property("clerk"))
    heap.refer(clerk, to: counter, .property("counter"))
    heap.refer(counter, to: shop, .property("shop"))
    makes(&heap)
    let evidence = heap.evidence()
    return CutPlaces(of: [shop, clerk, counter], in: heap.graph, evidence: evidence)
      .maker(of: made, evidence)
  }

  @Test func `It may be one that does not refer to it`() {
    #expect(Self.maker(of: 2) { $0.make(2, by: 0) } == 0)
    #expect(Self.maker(of: 1) { $0.make(2, by: 0) } == nil)
  }

  @Test func `Of two that make each other nothing is known`() {
    #expect(
      Self.maker(of: 2) {
        $0.make(2, by: 0)
        $0.make(0, by: 2)
      } == nil)
  }

  /// An initializer calls that of its superclass.
  @Test func `One that is derived from it makes itself`() {
    #expect(Self.maker(of: 2, superclasses: ["Shop.Counter"]) { $0.make(2, by: 0) } == nil)
  }
}
