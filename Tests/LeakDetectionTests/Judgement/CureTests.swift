import LeakHeapModel
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// What cures a component, against all that could.
@Suite(.afterOthers, .leakFree) struct CureTests {
  /// What became of some graphs.
  private struct Tally {
    var graphs = 0
    var several = 0
    var notWhole = 0
    var notProven = 0
    var notCured = 0
    var notNeeded = 0
    var smaller = 0

    mutating func add(_ web: PlaceWeb) {
      let graph = web.sketch.graph
      let explainer = LookExplainer(HeapLook(web.sketch.evidence()))
      for component in graph.stronglyConnectedComponents() where component.containsCycle {
        graphs += 1
        guard let cure = Cure(of: component.members, in: graph, of: explainer) else {
          notCured += 1
          continue
        }
        let cut = Set(cure.cuts.map { web.place(of: $0.cut) })
        if cut.count > 1 { several += 1 }
        if cut.count < cure.cuts.count { notNeeded += 1 }
        if !cure.isWhole { notWhole += 1 }
        if !cure.isSmallest { notProven += 1 }
        if !web.isCured(component.members, by: cut) { notCured += 1 }
        for place in cut where web.isCured(component.members, by: cut.subtracting([place])) {
          notNeeded += 1
        }
        let worst = cut.map(web.quality).max() ?? 0
        let fewest = web.fewest(
          among: component.members, upTo: cut.count
        ) { web.quality(of: $0) <= worst }
        if fewest < cut.count { smaller += 1 }
      }
    }
  }

  /// A capture comes before a property that can be weak, and that before another one. No set of fewer places cures, none of
  /// which is worse than the worst one that is reported.
  @Test func `What is reported to be cut cures, and nothing smaller that is no worse does`() {
    var generator = SplitMix64(seed: 1)
    var tally = Tally()
    for _ in 0..<Rounds.of(120) {
      let count = Int.random(in: 1...10, using: &generator)
      let references = Int.random(in: 1...count * count, using: &generator)
      tally.add(PlaceWeb(apart: references, among: count, by: &generator))
    }
    for _ in 0..<Rounds.of(120) {
      let count = Int.random(in: 2...7, using: &generator)
      let references = Int.random(in: 1...count * count, using: &generator)
      tally.add(PlaceWeb(shared: references, among: count, by: &generator))
    }
    for _ in 0..<Rounds.of(80) {
      let count = Int.random(in: 8...10, using: &generator)
      let references = Int.random(in: count...2 * count, using: &generator)
      tally.add(PlaceWeb(shared: references, among: count, by: &generator))
    }
    for _ in 0..<Rounds.of(120) {
      let count = Int.random(in: 2...10, using: &generator)
      tally.add(PlaceWeb(closuresAmong: count, by: &generator))
    }
    print(
      "cures: \(tally.graphs) graphs, not cured: \(tally.notCured), smaller exist: \(tally.smaller)"
    )
    print(
      "cures of several cuts: \(tally.several), not whole: \(tally.notWhole), with a needless cut: \(tally.notNeeded), not proven to be the smallest: \(tally.notProven)"
    )
    #expect(tally.notCured == 0 && tally.smaller == 0 && tally.notNeeded == 0)
    #expect(tally.notWhole == 0 && tally.notProven == 0)
    #expect(tally.graphs > Rounds.of(450) && tally.several > Rounds.of(200))
  }

  private func cure(of object: Int, in heap: HeapSketch) -> Cure? {
    Cure(
      of: heap.graph.component(of: object).members, in: heap.graph,
      of: LookExplainer(HeapLook(heap.evidence())))
  }

  /// 0 Model → 1 the context of a closure → 0, 1 → 2 Coordinator → 0. What the closure captures is not told apart.
  @Test func `Of captures that are not told apart the others probably remain`() {
    var heap = HeapSketch()
    let model = heap.instance("Shop.Model")
    let context = heap.object(.closureContext)
    let coordinator = heap.instance("Shop.Coordinator")
    let closure = heap.function("closure #1 in Model.bind()", in: "Model")
    heap.refer(model, to: context, .property("onChange"), function: closure)
    heap.refer(context, to: model, .capture(0, of: 0), confidence: .conservative)
    heap.refer(context, to: coordinator, .capture(0, of: 0), confidence: .conservative)
    heap.refer(coordinator, to: model, .property("model"))
    let cure = cure(of: model, in: heap)
    #expect(cure?.cuts.count == 1)
    #expect(cure?.probablyLeavesCycles == true)
  }

  /// 0 Metronome → 1 Timer → 0, and 1 Timer → 2 part, which probably refers to an object.
  private func probablyLeavesCycle(partRefersTo: Int) -> Bool? {
    var heap = HeapSketch()
    let metronome = heap.instance("Shop.Metronome")
    let timer = heap.instance("Foundation.Timer")
    let part = heap.instance("Foundation.TimerPart")
    let block = heap.function("closure #1 in Metronome.start()", in: "Metronome")
    heap.refer(metronome, to: timer, .property("timer"))
    heap.refer(timer, to: metronome, .capture(0, of: 1), function: block)
    heap.refer(timer, to: part, .property("part"))
    heap.refer(metronome, to: part, .property("part"))
    heap.refer(part, to: partRefersTo, .content(), confidence: .conservative)
    return cure(of: metronome, in: heap)?.probablyLeavesCycles
  }

  /// 0 Client → 1 Task → 0, and 0 → 2 Session → 1, 2 → 3 Task → 4 a stream → 3, and the stream may have the session.
  private func keptByTasks(streamHasSession: Bool) -> [String]? {
    var heap = HeapSketch()
    let client = heap.instance("Shop.Client")
    let listener = heap.object(.task)
    let session = heap.instance("Shop.Session")
    let reader = heap.object(.task)
    let stream = heap.instance("Swift.Stream")
    let closure = heap.function("closure #1 in Client.listen()", in: "Client")
    heap.refer(client, to: listener, .property("listener"))
    heap.refer(listener, to: client, .capture(0, of: 1), function: closure)
    heap.refer(client, to: session, .property("session"))
    heap.refer(session, to: reader, .property("reader"))
    heap.refer(session, to: listener, .property("waiting"))
    heap.refer(reader, to: stream, .content(), confidence: .conservative)
    heap.refer(stream, to: reader, .property("waiting"))
    if streamHasSession { heap.refer(stream, to: session, .property("session")) }
    return cure(of: client, in: heap)?.keptByTasks
  }

  @Test func `What another task keeps is told to remain, and a library's is not`() {
    #expect(keptByTasks(streamHasSession: true) == ["Shop.Session"])
    #expect(keptByTasks(streamHasSession: false) == [])
  }

  @Test func `A library's own cycle is not told to remain`() {
    #expect(probablyLeavesCycle(partRefersTo: 0) == true)
    #expect(probablyLeavesCycle(partRefersTo: 1) == false)
  }
}
