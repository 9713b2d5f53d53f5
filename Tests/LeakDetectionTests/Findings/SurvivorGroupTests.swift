import LeakHeapModel
import LeakHeapReading
import LeakHeapRecording
import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// How the survivors of a scope are grouped by what keeps them alive. The first objects of each heap are the
/// survivors.
@Suite(.leakFree) struct SurvivorGroupTests {
  private static func groups(
    _ count: Int, _ look: HeapLook, transientRoots: Set<Int> = []
  ) -> [SurvivorGroup] {
    SurvivorGrouping((0..<count).map { ($0, $0) }, in: look, transientRoots: transientRoots)
      .groups()
  }

  private static func groups(
    _ count: Int, _ evidence: HeapEvidence, transientRoots: Set<Int> = []
  ) -> [SurvivorGroup] {
    groups(count, HeapLook(evidence), transientRoots: transientRoots)
  }

  /// ```
  /// 0 Parent ⇄ 1 Child → 2 Leaf → 3 storage → 4 Leaf
  /// ```
  private static func family() -> HeapSketch {
    var heap = HeapSketch.parentAndChild()
    let leaf = heap.instance("Shop.Leaf")
    let storage = heap.object(.arrayStorage)
    let inner = heap.instance("Shop.Leaf")
    heap.refer(1, to: leaf, .property("leaf"))
    heap.refer(leaf, to: storage, .property("leaves"))
    heap.refer(storage, to: inner, .element(), at: 0)
    return heap
  }

  @Test func `A cycle is one group, and drags along what only it keeps`() {
    let look = HeapLook(Self.family().evidence())
    #expect(
      Self.groups(5, look) == [
        SurvivorGroup(
          typeName: "Shop.Parent", judgement: .leaked(grade: .typedReference, isFinal: true),
          component: look.condensation.component(of: 0), subject: 0, members: [0, 1],
          retainedSurvivors: [2, 3, 4], surelyRetainedSurvivors: [2, 3, 4],
          retained: LeakSize(count: 2),
          memberCounts: ["Shop.Parent": 1, "Shop.Child": 1])
      ])
  }

  @Test func `Survivors are told by their position in the check`() {
    // Position 7 is the leaf, 4 the child; the parent is no survivor.
    let look = HeapLook(Self.family().evidence())
    #expect(
      SurvivorGrouping([(7, 2), (4, 1)], in: look).groups() == [
        SurvivorGroup(
          typeName: "Shop.Child", judgement: .leaked(grade: .typedReference, isFinal: true),
          component: look.condensation.component(of: 0), subject: 4, members: [4],
          retainedSurvivors: [7], surelyRetainedSurvivors: [7],
          retained: LeakSize(count: 2), memberCounts: ["Shop.Parent": 1, "Shop.Child": 1])
      ])
  }

  @Test func `What two leaks share is dragged along by neither`() {
    // 0 → 0, 1 → 1, 0 → 2 ← 1
    var heap = HeapSketch()
    let rings = [heap.instance("Shop.A"), heap.instance("Shop.B")]
    let shared = heap.instance("Shop.C")
    for ring in rings {
      heap.refer(ring, to: ring, .property("me"))
      heap.refer(ring, to: shared, .property("shared"))
    }
    let groups = Self.groups(3, heap.evidence())
    #expect(groups.map(\.typeName) == ["Shop.A", "Shop.B"])
    #expect(groups.map(\.members) == [[0], [1]])
    #expect(groups.map(\.retainedSurvivors) == [[], []])
  }

  @Test func `A cycle that another one leads to is a leak of its own`() {
    // 0 → 0 → 1 → 1
    var heap = HeapSketch()
    let outer = heap.instance("Shop.A")
    let inner = heap.instance("Shop.B")
    heap.refer(outer, to: outer, .property("me"))
    heap.refer(outer, to: inner, .property("inner"))
    heap.refer(inner, to: inner, .property("me"))
    let groups = Self.groups(2, heap.evidence())
    #expect(groups.map(\.typeName) == ["Shop.A", "Shop.B"])
    #expect(groups.map(\.judgement.isFinal) == [true, true])
  }

  @Test
  func `What is held from outside is told by the first object, and its cycles are not leaked`() {
    // outside → 0 → 1 → 1
    var heap = HeapSketch()
    let owner = heap.instance("Shop.Owner")
    let ring = heap.instance("Shop.Ring")
    heap.refer(owner, to: ring, .property("ring"))
    heap.refer(ring, to: ring, .property("me"))
    let groups = Self.groups(2, heap.evidence(strong: [owner: 2]))
    #expect(groups.map(\.judgement) == [.held(2, unread: [])])
    #expect(groups.map(\.members) == [[0]])
    #expect(groups.map(\.retainedSurvivors) == [[1]])
  }

  @Test func `What is held as well would not go with the cycle that leads to it`() {
    // 2 Ring → 2, Ring → 0 Cache → 1 Item, outside → Cache
    var heap = HeapSketch()
    let cache = heap.instance("Shop.Cache")
    let item = heap.instance("Shop.Item")
    let ring = heap.instance("Shop.Ring")
    heap.refer(cache, to: item, .property("item"))
    heap.refer(ring, to: ring, .property("me"))
    heap.refer(ring, to: cache, .property("cache"))
    let groups = Self.groups(3, heap.evidence(strong: [cache: 1]))
    #expect(groups.map(\.typeName) == ["Shop.Cache", "Shop.Ring"])
    #expect(
      groups.map(\.judgement) == [
        .held(1, unread: []), .leaked(grade: .typedReference, isFinal: true),
      ])
    #expect(groups.map(\.retainedSurvivors) == [[1], []])
    #expect(groups.map(\.retained.count) == [1, 0])
  }

  @Test func `An object that two closures share is told, although neither keeps it alone`() {
    // outside → 0 closure → 2 Item, outside → 1 closure → Item
    var heap = HeapSketch()
    let first = heap.object(.closureContext)
    let second = heap.object(.closureContext)
    let item = heap.instance("Shop.Item")
    heap.refer(first, to: item, .capture(0))
    heap.refer(second, to: item, .capture(0))
    let groups = Self.groups(3, heap.evidence(strong: [first: 1, second: 1]))
    #expect(groups.map(\.concernsInstance) == [false, false, true])
    #expect(groups.map(\.judgement) == Array(repeating: .held(1, unread: []), count: 3))
    #expect(groups.map(\.subject) == [nil, nil, item])
  }

  @Test func `Of an object of before that has work to do only the closure is the check's`() {
    // 0 closure → 1 App → 2 Task → closure, outside → Task
    var heap = HeapSketch()
    let closure = heap.object(.closureContext)
    let app = heap.instance("Shop.App")
    let task = heap.object(.task, "Swift.Task<(), Swift.Never>", module: "_Concurrency")
    heap.refer(closure, to: app, .capture(0))
    heap.refer(app, to: task, .property("task"), confidence: .knownLayout)
    heap.refer(task, to: closure, .content(), confidence: .knownLayout)
    func concernsInstance(survivors: Int) -> [Bool] {
      Self.groups(survivors, heap.evidence(strong: [task: 1])).map(\.concernsInstance)
    }
    #expect(concernsInstance(survivors: 1) == [false])
    #expect(concernsInstance(survivors: 2) == [true])
    // The closure is stored as well, and the cycle remains when the task is done.
    heap.refer(app, to: closure, .property("onDone"))
    #expect(concernsInstance(survivors: 1) == [true])
  }

  @Test func `What only a guess accounts for is probably leaked`() {
    // 0 Ring → 0 and, conservatively, once more
    var heap = HeapSketch()
    let ring = heap.instance("Shop.Ring")
    heap.refer(ring, to: ring, .property("me"))
    heap.refer(ring, to: ring, .content(), confidence: .conservative)
    #expect(
      Self.groups(1, heap.evidence()).map(\.judgement) == [
        .leaked(grade: .mayOwn, isFinal: false)
      ])
  }

  @Test func `What hangs on an older object is told once, by its first survivor`() {
    // outside → 2 older → 0 → 1
    var heap = HeapSketch()
    let first = heap.instance("Shop.First")
    let second = heap.instance("Shop.Second")
    let older = heap.instance("Shop.Older")
    heap.refer(first, to: second, .property("second"))
    heap.refer(first, to: older, .property("owner"))
    heap.refer(older, to: first, .property("first"))
    #expect(
      Self.groups(2, heap.evidence(strong: [older: 1])).map(\.judgement) == [.held(1, unread: [])])

    var chain = HeapSketch()
    let a = chain.instance("Shop.A")
    let b = chain.instance("Shop.B")
    let root = chain.instance("Shop.Root")
    let c = chain.instance("Shop.C")
    chain.refer(root, to: a, .property("a"))
    chain.refer(a, to: b, .property("b"))
    chain.refer(b, to: c, .property("c"))
    chain.refer(c, to: root, .property("root"))
    let groups = Self.groups(2, chain.evidence(strong: [root: 1]))
    #expect(groups.map(\.members) == [[0, 1]])
  }

  @Test func `What a transient root alone keeps is not told, but a cycle behind it is`() {
    // 2 transient root → 0 kept, transient root → 1 ring → ring
    var heap = HeapSketch()
    let kept = heap.instance("Shop.Kept")
    let ring = heap.instance("Shop.Ring")
    let transientRoot = heap.instance("Tests.Case")
    heap.refer(transientRoot, to: kept, .property("sut"))
    heap.refer(transientRoot, to: ring, .property("ring"))
    heap.refer(ring, to: ring, .property("me"))
    let groups = Self.groups(
      2, heap.evidence(strong: [transientRoot: 3]), transientRoots: [transientRoot])
    #expect(groups.map(\.typeName) == ["Shop.Ring"])
    #expect(groups.map(\.judgement) == [.leaked(grade: .typedReference, isFinal: true)])
    #expect(groups.map(\.isReachedFromTransientRoot) == [true])
    // A reference to the transient root lets nobody break it.
    #expect(
      Self.groups(
        2, heap.evidence(strong: [transientRoot: 3], weak: [transientRoot: 1]),
        transientRoots: [transientRoot])
        == groups)
    // Without the loan both are held by the older object.
    #expect(Self.groups(2, heap.evidence(strong: [transientRoot: 3])).map(\.members) == [[0], [1]])
  }

  @Test func `More references than retains are no answer`() {
    var heap = HeapSketch()
    let ring = heap.instance("Shop.Ring")
    heap.refer(ring, to: ring, .property("me"))
    let groups = Self.groups(1, heap.evidence(strong: [ring: -1]))
    #expect(groups.map(\.judgement.isInconclusive) == [true])
  }

  @Test func `Retains that are missing from a graph that changed are no answer`() {
    var heap = HeapSketch()
    let node = heap.instance("Shop.Node")
    var evidence = heap.evidence(strong: [node: 1])
    evidence.changes = HeapChanges(areAnywhere: true)
    #expect(Self.groups(1, evidence).map(\.judgement.isInconclusive) == [true])
  }

  @Test func `The cycle with the best suspect is the one told`() {
    // 0 View → 1 Model → 0, 0 → closure → 0
    var heap = HeapSketch()
    let view = heap.instance("Shop.View")
    let model = heap.instance("Shop.Model")
    let other = heap.instance("Shop.Other")
    let context = heap.object(.closureContext)
    let closure = heap.function("closure #1 in Other.start()", in: "Other")
    heap.refer(view, to: model, .property("model"))
    heap.refer(model, to: view, .property("view"))
    heap.refer(model, to: other, .property("other"))
    heap.refer(other, to: model, .property("model"))
    heap.refer(other, to: context, .property("onDone"), function: closure)
    heap.refer(context, to: other, .capture(type: "Shop.Other"))
    let look = HeapLook(heap.evidence())
    let groups = Self.groups(3, look)
    #expect(groups.map(\.members) == [[0, 1, 2]])
    // The group is told of by its first survivor, the cycle by the closure's.
    #expect(groups.map(\.typeName) == ["Shop.View"])
    let explainer = LookExplainer(look)
    let paths = groups.map {
      explainer.path(through: $0.component, isProven: true)?.path
    }
    var first = paths[0]
    first?.further = []
    #expect(first == heap.path(through: context))
    // The others are cycles of their own.
    #expect(paths.map { $0?.cuts.map(\.start) } == [["Shop.Other", "Shop.Other", "Shop.View"]])
  }

  @Test func `What is ignored is named by its type or its module`() {
    let look = HeapLook(Self.family().evidence())
    let group = Self.groups(5, look)[0]
    for ignored in [
      IgnoredLeak.type("Parent"), .type("Child"), .type("Shop.Child"), .module("Shop"),
    ] {
      #expect([ignored].cover(group, in: look))
    }
    for ignored in [IgnoredLeak.type("Leaf"), .type("Par"), .module("Sho")] {
      #expect(![ignored].cover(group, in: look))
    }
    #expect(IgnoredLeak.type("Box").covers("Shop.Box<Shop.Item>"))
    #expect(IgnoredLeak.type("Shop.Box").covers("Shop.Box<Shop.Item>"))
    #expect(IgnoredLeak.type("Box<Item>").covers("Shop.Box<Shop.Item>"))
    #expect(IgnoredLeak.type("Outer.Box").covers("Shop.Outer.Box"))
  }

  /// ```
  /// 0 Parent ⇄ 1 Child, and Parent → Parent
  /// ```
  @Test func `A cycle without an object of what is ignored is reported`() {
    var heap = HeapSketch.parentAndChild()
    heap.refer(0, to: 0, .property("own"))
    let look = HeapLook(heap.evidence())
    let group = Self.groups(2, look)[0]
    #expect([IgnoredLeak.type("Parent")].cover(group, in: look))
    #expect([IgnoredLeak.module("Shop")].cover(group, in: look))
    #expect(![IgnoredLeak.type("Child")].cover(group, in: look))
  }
}
