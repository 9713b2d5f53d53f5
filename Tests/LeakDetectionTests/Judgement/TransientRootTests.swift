import LeakHeapModel
import LeakHeapReading
import LeakTesting
import Testing

@testable import LeakDeciding

/// What a transient root alone keeps: the running test case.
@Suite(.leakFree) struct TransientRootTests {
  /// ```
  /// 0 transient root → 1 run → 0
  ///          → 2 kept → 3 part
  ///          → 4 ring → 4, 5 behind
  ///          → 6 shared → 7 part of it
  /// ```
  private static func scene() -> (heap: HeapSketch, retains: [Int: Int]) {
    var heap = HeapSketch()
    let transientRoot = heap.instance("Tests.Case")
    func refer(_ object: Int, to name: String, _ property: String) -> Int {
      let target = heap.instance(name)
      heap.refer(object, to: target, .property(property))
      return target
    }
    var run = ReferenceLabel.property("testRun")
    run.declaringClass = "XCTest.XCTest"
    let testRun = heap.instance("XCTest.XCTestCaseRun")
    heap.refer(transientRoot, to: testRun, run)
    heap.refer(testRun, to: transientRoot, .property("test"))
    _ = refer(refer(transientRoot, to: "Shop.Kept", "kept"), to: "Shop.Part", "part")
    let ring = refer(transientRoot, to: "Shop.Ring", "ring")
    heap.refer(ring, to: ring, .property("me"))
    _ = refer(ring, to: "Shop.Behind", "behind")
    let shared = refer(transientRoot, to: "Shop.Shared", "shared")
    _ = refer(shared, to: "Shop.Part", "part")
    return (heap, [transientRoot: 1, shared: 1])
  }

  @Test func `What goes with the transient root is not waited for`() {
    let (heap, retains) = Self.scene()
    let look = HeapLook(heap.evidence(strong: retains))
    let transientRoot = look.condensation.component(of: 0)
    let isOnlyRetained = look.isOnlyRetained(by: [transientRoot])
    #expect(
      (0..<8).filter { isOnlyRetained[look.condensation.component(of: $0)] } == [0, 1, 2, 3])
  }

  @Test func `What only properties keep was made for them, cycles with it`() {
    let (heap, retains) = Self.scene()
    var evidence = heap.evidence(strong: retains)
    evidence.addresses = (0..<8).map { 1000 + $0 }
    func kept(_ evidence: HeapEvidence, exceptThoseOf module: String) -> [UInt]? {
      HeapLook(evidence, objects: [1000: 0])
        .objectsOnlyKept(byPropertiesAt: 1000, exceptThoseOf: module)?.map(\.address)
    }
    #expect(kept(evidence, exceptThoseOf: "XCTest") == [1002, 1004, 1003, 1005])
    evidence.changes = HeapChanges(areAnywhere: true)
    #expect(kept(evidence, exceptThoseOf: "XCTest") == nil)
  }

  @Test func `What properties of other modules keep is theirs`() {
    var heap = HeapSketch()
    let transientRoot = heap.instance("Tests.Case")
    var closure = ReferenceLabel.property("testClosure")
    closure.declaringClass = "XCTest.XCTestCase"
    heap.refer(transientRoot, to: heap.instance("Shop.Example"), closure)
    var evidence = heap.evidence(strong: [transientRoot: 1])
    evidence.addresses = [1000, 1001]
    let look = HeapLook(evidence, objects: [1000: transientRoot])
    #expect(look.objectsOnlyKept(byPropertiesAt: 1000, exceptThoseOf: "XCTest")?.isEmpty == true)
    #expect(look.objectsOnlyKept(byPropertiesAt: 1000, exceptThoseOf: "Stage")?.count == 1)
  }
}
