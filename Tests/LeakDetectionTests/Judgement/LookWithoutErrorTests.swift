import LeakHeapReading
import LeakTesting
import Testing

@testable import LeakDeciding

/// What goes with an error that the check has caught, while other objects are being changed.
@Suite(.leakFree) struct LookWithoutErrorTests {
  /// The error 0 → 1 named → 2 part; 3 other → 4 its part, or → 2.
  private static func goes(
    changing: [Int], sharesPart: Bool = false, isAnywhere: Bool = false
  ) -> [Int]? {
    var heap = HeapSketch()
    let error = heap.instance("Shop.Failure")
    let named = heap.instance("Shop.Named")
    let part = heap.instance("Shop.Part")
    let other = heap.instance("Shop.Other")
    let otherPart = heap.instance("Shop.Part")
    heap.refer(error, to: named, .property("named"))
    heap.refer(named, to: part, .property("part"))
    heap.refer(other, to: sharesPart ? part : otherPart, .property("part"))
    var evidence = heap.evidence(strong: [error: 1])
    evidence.changes = HeapChanges(of: changing, areAnywhere: isAnywhere)
    return LookWithoutError(HeapLook(evidence), error: error).map { look in
      [named, part].filter(look.goesWithError)
    }
  }

  @Test func `What others change does not matter`() {
    #expect(Self.goes(changing: []) == [1, 2])
    #expect(Self.goes(changing: [3]) == [1, 2])
  }

  @Test func `What leads to a part of it may have let go of that`() {
    #expect(Self.goes(changing: [3], sharesPart: true) == [1])
    #expect(Self.goes(changing: [1]) == [])
  }

  @Test func `A change of the error, or an unknown one, proves nothing`() {
    #expect(Self.goes(changing: [0]) == nil)
    #expect(Self.goes(changing: [], isAnywhere: true) == nil)
  }
}
