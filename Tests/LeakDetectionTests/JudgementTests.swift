import HeapModel
import HeapReading
import LeakTesting
import Testing

@testable import LeakDetection

/// What the reference counts say, object 0 being the tracked one.
@Suite(.leakFree) struct JudgementTests {
  /// ```
  /// 0 Parent ⇄ 1 Child → 2 Leaf
  /// ```
  private static func heap() -> (HeapSketch, RetainPath?) {
    var heap = HeapSketch.parentAndChild()
    let leaf = heap.instance("Shop.Leaf")
    heap.refer(1, to: leaf, .property("leaf"))
    return (heap, heap.path())
  }

  @Test func `A cycle that explains every reference is a final proof`() throws {
    let (heap, path) = Self.heap()
    #expect(Judgement.decide(heap.evidence()) == .proven(try #require(path), isFinal: true))
  }

  @Test(arguments: [0, 1])
  func `A weak or unowned reference into the cycle makes the proof provisional`(
    member: Int
  ) throws {
    let (heap, path) = Self.heap()
    let provisional = Judgement.proven(try #require(path), isFinal: false)
    #expect(Judgement.decide(heap.evidence(unowned: [member: 1])) == provisional)
    #expect(Judgement.decide(heap.evidence(weak: [member: 1])) == provisional)
  }

  @Test func `Witnesses do not count as unowned references`() throws {
    let (heap, path) = Self.heap()
    var evidence = heap.evidence(unowned: [0: 2])
    evidence.ownUnowned = { $0 == 0 ? 2 : 0 }
    #expect(Judgement.decide(evidence) == .proven(try #require(path), isFinal: true))
  }

  @Test func `What happens to objects outside the cycle does not matter`() throws {
    let (heap, path) = Self.heap()
    let evidence = heap.evidence(strong: [2: 5], weak: [2: 1])
    #expect(Judgement.decide(evidence) == .proven(try #require(path), isFinal: true))
  }

  @Test func `References that were not found come from outside, to any member`() {
    let (heap, _) = Self.heap()
    #expect(Judgement.decide(heap.evidence(strong: [0: 1])) == .held(1, unread: []))
    #expect(Judgement.decide(heap.evidence(strong: [0: 1, 1: 2])) == .held(3, unread: []))
  }

  @Test func `References that are missing from a graph that changed prove nothing`() throws {
    let (heap, path) = Self.heap()
    var evidence = heap.evidence(strong: [0: 1])
    evidence.hasChanged = true
    #expect(
      Judgement.decide(evidence) == .inconclusive("the graph changed while it was read"))
    evidence = heap.evidence()
    evidence.hasChanged = true
    #expect(Judgement.decide(evidence) == .proven(try #require(path), isFinal: false))
  }

  @Test func `References of whoever asks are not from outside`() throws {
    let (heap, path) = Self.heap()
    var evidence = heap.evidence(strong: [0: 2])
    evidence.ownStrong = { $0 == 0 ? 2 : 0 }
    #expect(Judgement.decide(evidence) == .proven(try #require(path), isFinal: true))
    evidence.ownStrong = { $0 == 0 ? 1 : 0 }
    #expect(Judgement.decide(evidence) == .held(1, unread: []))
  }

  @Test func `A member that is not counted may be held from outside`() {
    let (heap, _) = Self.heap()
    #expect(Judgement.decide(heap.evidence(uncounted: [1])) == .held(1, unread: []))
  }

  @Test func `What could not be read goes with what is held`() {
    let (heap, _) = Self.heap()
    var evidence = heap.evidence(strong: [0: 1])
    evidence.unread = ["the fields of Shop.Legacy"]
    let judgement = Judgement.decide(evidence)
    #expect(judgement == .held(1, unread: ["the fields of Shop.Legacy"]))
    #expect(judgement.verdict == .held(by: [.unknown(1), .unread("the fields of Shop.Legacy")]))
  }

  @Test func `What could not be read does not weaken a proof`() throws {
    let (heap, path) = Self.heap()
    var evidence = heap.evidence()
    evidence.unread = ["the fields of Shop.Legacy"]
    #expect(Judgement.decide(evidence) == .proven(try #require(path), isFinal: true))
  }

  @Test func `More references than the count allows are a change, not an answer`() {
    let (heap, _) = Self.heap()
    #expect(
      Judgement.decide(heap.evidence(strong: [1: -1]))
        == .inconclusive("the graph changed while it was read"))
  }

  @Test func `An object that is in no cycle is held, or was not found`() {
    var heap = HeapSketch()
    _ = heap.instance("Shop.Cart")
    #expect(Judgement.decide(heap.evidence(strong: [0: 1])) == .held(1, unread: []))
    #expect(
      Judgement.decide(heap.evidence()) == .inconclusive("the graph changed while it was read"))
    #expect(
      Judgement.decide(HeapSketch().evidence()) == .inconclusive("the object was not found"))
  }

  /// ```
  /// 0 Parent ⇄ 1 Child, and a conservative reference from the child to the parent
  /// ```
  @Test func `A conservative reference never turns a held cycle into a leaked one`() throws {
    var heap = HeapSketch.parentAndChild()
    heap.refer(1, to: 0, .content(), confidence: .conservative)
    let path = try #require(heap.path())
    // The sketch counts every reference it has: minus one is the count without the guess.
    #expect(
      Judgement.decide(heap.evidence(strong: [0: -1])) == .proven(path, isFinal: true))
    #expect(Judgement.decide(heap.evidence()) == .held(1, unread: []))
    #expect(Judgement.decide(heap.evidence(strong: [0: 1])) == .held(2, unread: []))
    #expect(
      Judgement.decide(heap.evidence(strong: [0: -2]))
        == .inconclusive("the graph changed while it was read"))
  }

  /// ```
  /// 0 Parent → 1 Child, and a conservative reference from the child to the parent
  /// ```
  @Test func `A conservative reference closes a cycle when a count has room for it`() throws {
    var heap = HeapSketch()
    let parent = heap.instance("Shop.Parent")
    let child = heap.instance("Shop.Child")
    heap.refer(parent, to: child, .property("child"))
    heap.refer(child, to: parent, .content(), confidence: .conservative)
    let path = try #require(heap.path())
    #expect(Judgement.decide(heap.evidence()) == .proven(path, isFinal: false))
    #expect(Judgement.decide(heap.evidence(strong: [0: 1])) == .held(1, unread: []))
    // No retain is left for the guess, so there is no such reference, and no cycle.
    #expect(
      Judgement.decide(heap.evidence(strong: [0: -1]))
        == .inconclusive("the graph changed while it was read"))
  }

  /// ```
  /// 0 Parent → 1 Child, and conservative references from the child to the parent and to itself
  /// ```
  @Test func `A conservative reference to an object whose retains are explained is refuted`() throws
  {
    var heap = HeapSketch()
    let parent = heap.instance("Shop.Parent")
    let child = heap.instance("Shop.Child")
    heap.refer(parent, to: child, .property("child"))
    heap.refer(child, to: parent, .content(), confidence: .conservative)
    heap.refer(child, to: child, .content(), confidence: .conservative)
    let path = try #require(heap.path())
    // One retain of the child: the parent's.
    #expect(
      Judgement.decide(heap.evidence(strong: [child: -1])) == .proven(path, isFinal: false))
    #expect(
      Judgement.decide(heap.evidence(strong: [parent: 1, child: -1])) == .held(1, unread: []))
  }

  @Test func `An object that refers to itself is a cycle`() throws {
    var heap = HeapSketch()
    let node = heap.instance("Shop.Node")
    heap.refer(node, to: node, .property("next"))
    #expect(
      Judgement.decide(heap.evidence()) == .proven(try #require(heap.path()), isFinal: true))
  }
}
