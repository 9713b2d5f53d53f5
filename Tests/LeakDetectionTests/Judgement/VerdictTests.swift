import LeakHeapModel
import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining
@testable import LeakHeapReading
@testable import LeakHeapRoots

/// What becomes of a judgement when a search of the process has answered, or nothing could run.
@Suite(.leakFree) struct VerdictTests {
  private final class Node {}

  /// An object of the test's, as which object 0 of a drawing is taken.
  private struct Scene: ~Copyable {
    let node = Node()
    let tracked: TrackedObject

    init() {
      tracked = TrackedObject(node, location: CodeLocation())
    }

    var subject: HolderSearch.Subject {
      HolderSearch.Subject(witness: tracked.witness, typeName: "Shop.Parent")
    }

    func look(_ evidence: HeapEvidence) -> HeapLook {
      let address = tracked.witness.address
      var evidence = evidence
      evidence.addresses = [address]
      return HeapLook(evidence, objects: [address: 0])
    }

    func verdict(_ evidence: HeapEvidence, _ answer: RootAnswer?) -> Verdict {
      let look = look(evidence)
      return LookExplainer(look).verdict(
        on: subject, judgement: look.judgement(of: 0), answer: answer)
    }

    /// What is told of the object at the end of a check.
    func outcome(
      _ evidence: HeapEvidence, isStalled: Bool = false, isOfMainQueue: Bool = false
    ) -> CheckOutcome {
      let check = CheckedObjects(naming: [tracked], within: .zero)
      var reading = CheckReading.lookAround([check], by: .shared)[0]
      reading.look = .success(look(evidence))
      return CheckOutcome(
        ends: [nil], isStalled: isStalled, isOfMainQueue: isOfMainQueue, reading: reading)
    }
  }

  /// ```
  /// 0 Parent ⇄ 1 Child
  /// ```
  private static let family = HeapSketch.parentAndChild()

  /// The same, and a conservative reference from the child to the parent.
  private static var guessed: HeapSketch {
    var heap = family
    heap.refer(1, to: 0, .content(), confidence: .conservative)
    return heap
  }

  /// The object directly behind a root.
  private static func way(from root: Root, _ grade: EvidenceGrade) -> RootPath {
    var heap = HeapSketch()
    _ = heap.instance("Shop.Parent")
    return RootPath(
      root: root,
      snapshot: HeapSnapshot(
        graph: heap.graph, addresses: [0], functions: [], unread: [], isas: [0]),
      blocks: [nil], grade: grade, outlivesTest: true, variable: nil, task: nil)
  }

  private static func answer(_ grade: EvidenceGrade) -> RootAnswer {
    .held(way(from: .program(symbol: "shelf"), grade))
  }

  private static func shelf(
    isSure: Bool, isOneOfSeveral: Bool? = nil, thenKeptBy cycle: RetainPath? = nil
  ) -> Verdict {
    var path = HoldingPath(isSure: isSure, cycleAfterwards: cycle)
    path.isOneOfSeveral = isOneOfSeveral
    return .held(by: [.place(HoldingPlace(.global, name: "shelf"), path: path)])
  }

  private static let changed = Verdict.inconclusive(
    "other threads changed the objects while they were read")

  // MARK: - With a search

  @Test func `What is proven is leaked, whatever a search says`() throws {
    let scene = Scene()
    let leaked = Verdict.leaked(try #require(Self.family.path()))
    for answer in [nil, Self.answer(.typedRoot), .unknown("no luck"), .unreached(referrers: [])] {
      #expect(scene.verdict(Self.family.evidence(), answer) == leaked)
    }
  }

  @Test func `What is probably leaked is held where that is sure`() throws {
    let scene = Scene()
    var path = try #require(Self.guessed.path())
    path.probablyLeavesCycles = true
    let leaked = Verdict.leaked(path)
    let evidence = Self.guessed.evidence()
    #expect(scene.verdict(evidence, nil) == leaked)
    #expect(scene.verdict(evidence, .unknown("no luck")) == leaked)
    #expect(scene.verdict(evidence, Self.answer(.mayOwn)) == leaked)
    let held = Self.shelf(isSure: true, thenKeptBy: Self.family.path())
    #expect(scene.verdict(evidence, Self.answer(.typedReference)) == held)
    #expect(scene.verdict(evidence, Self.answer(.typedRoot)) == held)
  }

  @Test func `What is held is held by what the search finds, and then by its own cycle`() {
    let scene = Scene()
    let evidence = Self.family.evidence(strong: [0: 1])
    let held = Self.shelf(isSure: true, thenKeptBy: Self.family.path())
    #expect(scene.verdict(evidence, Self.answer(.typedRoot)) == held)
    #expect(scene.verdict(evidence, Self.answer(.typedReference)) == held)
    #expect(scene.verdict(evidence, Self.answer(.mayOwn)) == Self.shelf(isSure: false))
  }

  @Test func `What is held by more references than one may be held by something else as well`() {
    let scene = Scene()
    let evidence = Self.family.evidence(strong: [0: 1, 1: 1])
    let held = Self.shelf(
      isSure: true, isOneOfSeveral: true, thenKeptBy: Self.family.path())
    #expect(scene.verdict(evidence, Self.answer(.typedRoot)) == held)
    #expect(scene.verdict(evidence, Self.answer(.mayOwn)) == Self.shelf(isSure: false))
  }

  @Test func `Work that is done lets go of what it has`() {
    var heap = HeapSketch()
    let (owner, task) = (heap.instance("Shop.Parent"), heap.object(.task))
    heap.refer(owner, to: task, .content())
    heap.refer(task, to: owner, .content())
    #expect(
      Scene().verdict(heap.evidence(strong: [0: 1, 1: 1]), Self.answer(.typedReference))
        == Self.shelf(isSure: true, isOneOfSeveral: true))
  }

  @Test func `What is held without an answer is counted`() {
    let scene = Scene()
    var evidence = Self.family.evidence(strong: [0: 2])
    evidence.unread = ["the fields of Shop.Legacy"]
    let known: [Holder] = [.unknown(2), .unread("the fields of Shop.Legacy")]
    #expect(scene.verdict(evidence, nil) == .held(by: known))
    #expect(
      scene.verdict(evidence, .unknown("no luck")) == .held(by: known + [.unsearched("no luck")]))
  }

  @Test func `What is held by a retain that nothing explains is leaked`() {
    let scene = Scene()
    let way = Self.way(from: .object, .typedReference)
    #expect(
      scene.verdict(Self.family.evidence(strong: [0: 1]), .lost(way))
        == .leaked(RetainPath(lostRetainsOf: "Shop.Parent", then: Self.family.path())))
  }

  /// The look around it is another one: the scene's own object has a retain that no reference explains, the test's.
  @Test func `What is held, and is reached by nothing, has a retain that nothing explains`() {
    #expect(
      Scene().verdict(Self.family.evidence(strong: [0: 1]), .unreached(referrers: []))
        == .leaked(RetainPath(lostRetainsOf: "Shop.Parent", then: Self.family.path())))
  }

  @Test func `What nothing keeps and no cycle leads to was changing`() {
    var heap = HeapSketch()
    _ = heap.instance("Shop.Parent")
    #expect(Scene().verdict(heap.evidence(), nil) == Self.changed)
  }

  @Test func `A contradiction is no answer, whatever a search says`() {
    #expect(
      Scene().verdict(Self.family.evidence(strong: [0: -1]), Self.answer(.typedRoot))
        == Self.changed)
  }

  // MARK: - With an obstacle

  @Test func `An obstacle makes everything but a final proof inconclusive`() throws {
    let scene = Scene()
    func verdict(_ evidence: HeapEvidence) -> Verdict {
      OutcomeExplainer(scene.outcome(evidence), obstacle: "nothing can run")
        .verdict(on: 0, typeName: "Shop.Parent")
    }
    let family = Self.family
    #expect(verdict(family.evidence()) == .leaked(try #require(family.path())))
    #expect(verdict(family.evidence(weak: [0: 1])) == .inconclusive("nothing can run"))
    #expect(verdict(family.evidence(strong: [0: 1])) == .inconclusive("nothing can run"))
    #expect(verdict(Self.guessed.evidence()) == .inconclusive("nothing can run"))
  }

  @Test func `So does a process in which nothing went on`() throws {
    let scene = Scene()
    func verdict(_ evidence: HeapEvidence, isStalled: Bool) -> Verdict {
      OutcomeExplainer(scene.outcome(evidence, isStalled: isStalled))
        .verdict(on: 0, typeName: "Shop.Parent")
    }
    let leaked = Verdict.leaked(try #require(Self.family.path()))
    #expect(verdict(Self.family.evidence(), isStalled: true) == leaked)
    #expect(verdict(Self.family.evidence(weak: [0: 1]), isStalled: false) == leaked)
    #expect(
      verdict(Self.family.evidence(weak: [0: 1]), isStalled: true)
        == .inconclusive(
          "the process's own tasks and queues did not run while the check waited: "
            + "the machine was too busy"))
    let behind = scene.outcome(
      Self.family.evidence(weak: [0: 1]), isStalled: true, isOfMainQueue: true)
    #expect(
      OutcomeExplainer(behind).verdict(on: 0, typeName: "Shop.Parent")
        == .inconclusive("the process's main queue did not run while the check waited"))
  }

  @Test func `Objects that went need no reading`() {
    guard case .held(let path) = Self.answer(.typedRoot) else {
      Issue.record("the answer has no path")
      return
    }
    let explainer = OutcomeExplainer(
      CheckOutcome(
        ends: [.zero, .milliseconds(3), nil, .milliseconds(4)], lateHolders: [3: Holder(path)]),
      obstacle: "nothing can run")
    let verdicts = (0..<4).map { explainer.verdict(on: $0, typeName: "Shop.Parent") }
    #expect(
      verdicts == [
        .deinitialized, .late(after: .milliseconds(3)), Self.changed,
        .late(after: .milliseconds(4), heldBy: [Holder(path)]),
      ])
  }

  @Test func `What a variable is sure to keep is kept, whatever could not run`() {
    let scene = Scene()
    var outcome = scene.outcome(Self.family.evidence(strong: [0: 1]))
    let group = SurvivorGroup(
      typeName: "Shop.Parent", judgement: .held(1, unread: []), subject: 0, members: [0])
    func verdict(_ grade: EvidenceGrade) -> Verdict {
      outcome.reading?.answers[0] = Self.answer(grade)
      return OutcomeExplainer(outcome, obstacle: "nothing can run").verdict(on: group).verdict
    }
    #expect(
      verdict(.typedRoot)
        == Self.shelf(isSure: true, thenKeptBy: Self.family.path()))
    #expect(verdict(.typedRoot).isHeldByGlobal)
    #expect(verdict(.mayOwn) == .inconclusive("nothing can run"))
    #expect(!Self.shelf(isSure: false).isHeldByGlobal)
    #expect(!Verdict.held(by: [.unknown(1)]).isHeldByGlobal)
  }
}
