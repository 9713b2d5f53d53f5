import HeapModel
import HeapReading
import LeakTesting
import SeededRandom
import Testing

@testable import LeakDetection

/// What must be cut for the objects of a component to go.
@Suite(.leakFree) struct CutTests {
  @Test func `Each of two closures that capture self must be changed`() {
    var sketch = HeapSketch()
    let player = sketch.instance("Shop.Player")
    let first = sketch.function("closure #1 in Shop.Player.play() -> ()", in: "Player")
    let second = sketch.function("closure #2 in Shop.Player.play() -> ()", in: "Player")
    sketch.refer(player, to: player, .property("start"), function: first)
    sketch.refer(player, to: player, .property("stop"), function: second)
    #expect(
      HeapLook(sketch.evidence()).path(toLeakAt: 0)?.drawingWithAdvice == """
          ╭→ Player
          │    .start
          │    closure #1 in Shop.Player.play() -> ()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Player (self) strongly
          ╰─ Player

          1 of 2. Try [weak self] in closure #1 in Shop.Player.play() -> (). If a closure nested inside it says [weak self], move that capture list out here.

          ╭→ Player
          │    .stop
          │    closure #2 in Shop.Player.play() -> ()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Player (self) strongly
          ╰─ Player

          2 of 2. Try [weak self] in closure #2 in Shop.Player.play() -> (). If a closure nested inside it says [weak self], move that capture list out here.

          Both are needed: each cycle alone keeps the objects alive.
        """)
  }

  private final class Folder {
    var parent: Folder?
    var children: [Folder] = []

    /// Folders in `depth` levels, each with two more.
    init(depth: Int) {
      guard depth > 0 else { return }
      children = [Folder(depth: depth - 1), Folder(depth: depth - 1)]
      for child in children { child.parent = self }
    }
  }

  @Test func `A property is one place, however many objects have it`() async {
    let report = await LeakDetector.detect { Folder(depth: 4) }
    #expect(report.leaks.map { $0.path?.cuts.count } == [1])
  }

  private final class Player {
    var start: () -> Void = {}
    var stop: () -> Void = {}

    init() {
      start = { self.stop() }
      stop = { self.start() }
    }
  }

  @Test func `What is cut for all of them is two captures`() async {
    let report = await LeakDetector.detect { Player() }
    let cuts = report.leaks.first?.path?.cuts ?? []
    #expect(
      cuts.compactMap { $0.steps[$0.suspect].note }
        == Array(repeating: "captures CutTests.Player (self) strongly", count: 2))
    #expect(Set(cuts.map(\.fingerprint)).count == 2)
  }

  @Test func `No more is told to be cut than is needed, and no less`() {
    var generator = SplitMix64(seed: 1)
    var graphs = 0
    var cutCounts = 0
    for _ in 0..<800 {
      var sketch = HeapSketch()
      let count = Int.random(in: 1...9, using: &generator)
      for number in 0..<count { _ = sketch.instance("Shop.Part\(number)") }
      for number in 0..<Int.random(in: 1...18, using: &generator) {
        sketch.refer(
          Int.random(in: 0..<count, using: &generator),
          to: Int.random(in: 0..<count, using: &generator),
          .property("part\(number)", canBeWeak: Bool.random(using: &generator)))
      }
      let look = HeapLook(sketch.evidence())
      let graph = sketch.graph
      guard let cycle = graph.shortestCycle(through: 0) else { continue }
      let members = graph.component(of: 0).members
      let first = look.explained(cycle, in: graph)
      guard let cuts = look.cuts(startingWith: first, through: members, in: graph) else { continue }
      graphs += 1
      cutCounts += cuts.count
      func isCured(without removed: [HeapGraph.ReferenceID]) -> Bool {
        let own = Set(members)
        let rest = graph.filteringReferences {
          !removed.contains($0) && own.contains(graph.source(of: $0))
            && own.contains(graph.target(of: $0))
        }
        return !rest.stronglyConnectedComponents().contains(where: \.containsCycle)
      }
      let references = cuts.map(\.cut)
      #expect(isCured(without: references))
      // The first is the one that the report begins with, whether it is needed or not.
      for reference in references.dropFirst() {
        #expect(!isCured(without: references.filter { $0 != reference }))
      }
    }
    #expect(graphs > 300 && cutCounts > graphs)
  }

  @Test func `A circle is cut at its smallest place, wherever it starts`() {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<2000 {
      let count = Int.random(in: 1...12, using: &generator)
      let circle = (0..<count).map { _ in Int.random(in: 0...2, using: &generator) }
      let start = SuspectChoice.startOfSmallestRotation(count: count) {
        circle[$0] == circle[$1] ? nil : circle[$0] < circle[$1]
      }
      let rotations = circle.indices.map { Array(circle[$0...] + circle[..<$0]) }
      let smallest = rotations.min { $0.lexicographicallyPrecedes($1) }
      #expect(rotations.firstIndex { $0 == smallest } == start)
    }
  }
}
