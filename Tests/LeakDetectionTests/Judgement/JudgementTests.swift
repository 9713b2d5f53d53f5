import LeakHeapModel
import LeakHeapReading
import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// What the reference counts say, object 0 being the one that is asked about.
@Suite(.leakFree) struct JudgementTests {
  private static let final = Judgement.leaked(grade: .typedReference, isFinal: true)
  private static let open = Judgement.leaked(grade: .typedReference, isFinal: false)
  private static let probable = Judgement.leaked(grade: .mayOwn, isFinal: false)
  private static let changed = Judgement.inconclusive(
    "other threads changed the objects while they were read")

  private static func judgement(_ evidence: HeapEvidence) -> Judgement {
    HeapLook(evidence).judgement(of: 0)
  }

  /// ```
  /// 0 Parent ⇄ 1 Child → 2 Leaf
  /// ```
  private static func heap() -> HeapSketch {
    var heap = HeapSketch.parentAndChild()
    let leaf = heap.instance("Shop.Leaf")
    heap.refer(1, to: leaf, .property("leaf"))
    return heap
  }

  // MARK: - Counts

  @Test func `A cycle that explains every reference is a final proof`() {
    #expect(Self.judgement(Self.heap().evidence()) == Self.final)
  }

  @Test func `What only the cycle keeps is leaked with it`() {
    #expect(HeapLook(Self.heap().evidence()).judgement(of: 2) == Self.final)
  }

  @Test(arguments: [0, 1])
  func `A weak or unowned reference into the cycle makes the proof provisional`(member: Int) {
    let heap = Self.heap()
    #expect(Self.judgement(heap.evidence(unowned: [member: 1])) == Self.open)
    #expect(Self.judgement(heap.evidence(weak: [member: 1])) == Self.open)
  }

  /// ```
  /// 1 Owner → 1, Owner → 0 Ring → 0, and a weak reference to the owner
  /// ```
  @Test func `Who can look at what leads to a cycle can break it`() {
    var heap = HeapSketch()
    let ring = heap.instance("Shop.Ring")
    let owner = heap.instance("Shop.Owner")
    heap.refer(ring, to: ring, .property("me"))
    heap.refer(owner, to: owner, .property("me"))
    heap.refer(owner, to: ring, .property("ring"))
    #expect(Self.judgement(heap.evidence(weak: [owner: 1])) == Self.open)
    #expect(Self.judgement(heap.evidence()) == Self.final)
  }

  @Test func `Witnesses do not count as unowned references`() {
    var evidence = Self.heap().evidence(unowned: [0: 2])
    evidence.ownUnowned = { $0 == 0 ? 2 : 0 }
    #expect(Self.judgement(evidence) == Self.final)
    evidence.ownUnowned = { $0 == 0 ? 1 : 0 }
    #expect(Self.judgement(evidence) == Self.open)
  }

  @Test func `What happens to objects outside the cycle does not matter`() {
    #expect(Self.judgement(Self.heap().evidence(strong: [2: 5], weak: [2: 1])) == Self.final)
  }

  @Test func `References that were not found come from outside, to any member`() {
    let heap = Self.heap()
    #expect(Self.judgement(heap.evidence(strong: [0: 1])) == .held(1, unread: []))
    #expect(Self.judgement(heap.evidence(strong: [0: 1, 1: 2])) == .held(3, unread: []))
  }

  @Test func `What something held leads to is held, by none of its own references`() {
    let evidence = Self.heap().evidence(strong: [0: 1])
    #expect(HeapLook(evidence).judgement(of: 2) == .held(0, unread: []))
  }

  @Test func `References that are missing from a graph that changed prove nothing`() {
    let heap = Self.heap()
    var evidence = heap.evidence(strong: [0: 1])
    evidence.changes = HeapChanges(areAnywhere: true)
    #expect(Self.judgement(evidence) == Self.changed)
    evidence = heap.evidence()
    evidence.changes = HeapChanges(areAnywhere: true)
    #expect(Self.judgement(evidence) == Self.open)
  }

  @Test func `References of whoever asks are not from outside`() {
    var evidence = Self.heap().evidence(strong: [0: 2])
    evidence.ownStrong = { $0 == 0 ? 2 : 0 }
    #expect(Self.judgement(evidence) == Self.final)
    evidence.ownStrong = { $0 == 0 ? 1 : 0 }
    #expect(Self.judgement(evidence) == .held(1, unread: []))
  }

  @Test func `A member that is not counted may be held from outside`() {
    #expect(Self.judgement(Self.heap().evidence(uncounted: [1])) == .held(1, unread: []))
  }

  /// ```
  /// 0 Owner → 1 memory of a library's → 0
  /// ```
  @Test func `Memory without a count belongs to what leads to it, and that is a guess`() {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let memory = heap.object(.memory)
    heap.refer(owner, to: memory, .property("buffer"))
    heap.refer(memory, to: owner, .content())
    #expect(Self.judgement(heap.evidence(uncounted: [memory])) == Self.probable)
  }

  @Test func `What could not be read goes with what is held`() {
    var evidence = Self.heap().evidence(strong: [0: 1])
    evidence.unread = ["the fields of Shop.Legacy", "a block"]
    #expect(
      Self.judgement(evidence) == .held(1, unread: ["a block", "the fields of Shop.Legacy"]))
  }

  @Test func `What could not be read does not weaken a proof`() {
    var evidence = Self.heap().evidence()
    evidence.unread = ["the fields of Shop.Legacy"]
    #expect(Self.judgement(evidence) == Self.final)
  }

  @Test func `More references than the count allows are a change, not an answer`() {
    #expect(Self.judgement(Self.heap().evidence(strong: [1: -1])) == Self.changed)
  }

  @Test func `What leads to a contradiction says nothing of it, and what it leads to is held`() {
    // 0 Leaf ← 1 Ring → 1, of which one reference is too many
    var heap = HeapSketch()
    let leaf = heap.instance("Shop.Leaf")
    let ring = heap.instance("Shop.Ring")
    heap.refer(ring, to: leaf, .property("leaf"))
    heap.refer(ring, to: ring, .property("me"))
    #expect(Self.judgement(heap.evidence(strong: [ring: -1])) == .held(0, unread: []))
    #expect(Self.judgement(heap.evidence(strong: [leaf: -1])) == Self.changed)
    #expect(HeapLook(heap.evidence(strong: [leaf: -1])).judgement(of: ring) == Self.final)
  }

  @Test func `An object that refers to itself is a cycle`() {
    var heap = HeapSketch()
    let node = heap.instance("Shop.Node")
    heap.refer(node, to: node, .property("next"))
    #expect(Self.judgement(heap.evidence()) == Self.final)
  }

  @Test func `An object that is in no cycle is held`() {
    var heap = HeapSketch()
    _ = heap.instance("Shop.Cart")
    #expect(Self.judgement(heap.evidence(strong: [0: 1])) == .held(1, unread: []))
  }

  // MARK: - Guesses

  /// ```
  /// 0 Parent ⇄ 1 Child, and a conservative reference from the child to the parent
  /// ```
  @Test
  func `A conservative reference makes a held cycle a probably leaked one, never a leaked one`() {
    var heap = HeapSketch.parentAndChild()
    heap.refer(1, to: 0, .content(), confidence: .conservative)
    // The sketch counts every reference it has: minus one is the count without the guess.
    #expect(Self.judgement(heap.evidence(strong: [0: -1])) == Self.final)
    #expect(Self.judgement(heap.evidence()) == Self.probable)
    #expect(Self.judgement(heap.evidence(strong: [0: 1])) == .held(1, unread: []))
    #expect(Self.judgement(heap.evidence(strong: [0: -2])) == Self.changed)
  }

  /// ```
  /// 0 Parent → 1 Child, and a conservative reference from the child to the parent
  /// ```
  @Test func `A conservative reference closes a cycle when a count has room for it`() {
    var heap = HeapSketch()
    let parent = heap.instance("Shop.Parent")
    let child = heap.instance("Shop.Child")
    heap.refer(parent, to: child, .property("child"))
    heap.refer(child, to: parent, .content(), confidence: .conservative)
    let look = HeapLook(heap.evidence())
    #expect(look.judgement(of: parent) == Self.probable)
    #expect(look.judgement(of: child) == Self.probable)
    #expect(LookExplainer(look).path(toLeakAt: parent) == heap.path())
    #expect(Self.judgement(heap.evidence(strong: [parent: 1])) == .held(1, unread: []))
  }

  /// ```
  /// 0 Leaf ← 1 Ring → 1, and a conservative reference from the leaf to itself
  /// ```
  @Test func `What a guess accounts for and what only leads there are not proven alike`() {
    var heap = HeapSketch()
    let leaf = heap.instance("Shop.Leaf")
    let ring = heap.instance("Shop.Ring")
    heap.refer(ring, to: leaf, .property("leaf"))
    heap.refer(ring, to: ring, .property("me"))
    heap.refer(leaf, to: leaf, .content(), confidence: .conservative)
    let look = HeapLook(heap.evidence())
    #expect(look.judgement(of: leaf) == Self.probable)
    #expect(look.judgement(of: ring) == Self.final)
  }

  /// ```
  /// 0 Parent → 1 Child, and conservative references from the child to the parent and to itself
  /// ```
  @Test func `A conservative reference to an object whose retains are explained is refuted`() {
    var heap = HeapSketch()
    let parent = heap.instance("Shop.Parent")
    let child = heap.instance("Shop.Child")
    heap.refer(parent, to: child, .property("child"))
    heap.refer(child, to: parent, .content(), confidence: .conservative)
    heap.refer(child, to: child, .content(), confidence: .conservative)
    // One retain of the child: the parent's.
    #expect(Self.judgement(heap.evidence(strong: [child: -1])) == Self.probable)
    #expect(
      Self.judgement(heap.evidence(strong: [parent: 1, child: -1])) == .held(1, unread: []))
    // And none of the parent: so there is no such reference, and no cycle.
    #expect(
      LookExplainer(HeapLook(heap.evidence(strong: [parent: -1, child: -1])))
        .path(toLeakAt: parent) == nil)
  }

  // MARK: - Tasks

  /// ```
  /// 0 Owner → 1 Task → 0, and the task twice from words of its own frames
  /// ```
  @Test func `What lies about in a task's frames does not account for the task`() {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let task = heap.object(.task)
    heap.refer(owner, to: task, .property("task"))
    heap.refer(task, to: owner, .content())
    for _ in 0..<2 { heap.refer(task, to: task, .content(), confidence: .conservative) }
    // One retain is the owner's, one the task's own, which it has until it is over.
    #expect(Self.judgement(heap.evidence(strong: [task: -1])) == .held(1, unread: []))
    // Only the owner's: the task is over, or can never go on.
    #expect(Self.judgement(heap.evidence(strong: [task: -2])) == Self.open)
  }

  /// ```
  /// 0 Owner → 1 Task → 0, Owner → 2 continuation → 1, Owner → 3 continuation → 1
  /// ```
  @Test func `All continuations of a task account for the one reference`() {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let task = heap.object(.task)
    let continuations = (0..<2).map { _ in heap.instance("Shop.Continuation") }
    heap.refer(task, to: owner, .content())
    for continuation in continuations {
      heap.refer(owner, to: continuation, .property("continuation"))
      heap.refer(continuation, to: task, .property("context"))
    }
    #expect(Self.judgement(heap.evidence(strong: [task: -1])) == Self.open)
    #expect(Self.judgement(heap.evidence(strong: [task: 1])) == .held(1, unread: []))
  }

  /// ```
  /// 0 Owner → 1 Task → 0, and words of the task's frames → 2 child task → 0
  /// ```
  @Test func `A child task to which only words lead holds nothing for certain`() {
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let tasks = (0..<2).map { _ in heap.object(.task) }
    heap.refer(owner, to: tasks[0], .property("task"))
    heap.refer(tasks[0], to: owner, .content())
    heap.refer(tasks[0], to: tasks[1], .content(), confidence: .conservative)
    heap.refer(tasks[1], to: owner, .content(), confidence: .conservative)
    #expect(Self.judgement(heap.evidence(uncounted: [tasks[1]])) == Self.probable)
    // What waits for the first task is known.
    heap.refer(tasks[0], to: tasks[1], .waiter)
    #expect(Self.judgement(heap.evidence(uncounted: [tasks[1]])) == .held(1, unread: []))
  }
}
