import Foundation
import LeakHeapModel
import LeakHeapReading
import LeakSymbolication
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// What must be cut for the objects of a component to go.
@Suite(.slow, .afterOthers, .leakFree) struct CutTests {
  @Test func `Each of two closures that capture self must be changed`() {
    var sketch = HeapSketch()
    let player = sketch.instance("Shop.Player")
    let first = sketch.function("closure #1 in Shop.Player.play() -> ()", in: "Player")
    let second = sketch.function("closure #2 in Shop.Player.play() -> ()", in: "Player")
    sketch.refer(player, to: player, .property("start"), function: first)
    sketch.refer(player, to: player, .property("stop"), function: second)
    #expect(
      LookExplainer(HeapLook(sketch.evidence())).path(toLeakAt: 0)?.drawingWithAdvice == """
          ╭→ Player
          │    .start
          │    closure #1 in Shop.Player.play() -> ()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Player (self) strongly
          ╰─ Player

          1 of 2. Try [weak self] in closure #1 in Shop.Player.play() -> (). If a closure nested inside it says [weak self], move that capture list out here.
          fingerprint 687022a9 (1 of 2)

          ╭→ Player
          │    .stop
          │    closure #2 in Shop.Player.play() -> ()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Player (self) strongly
          ╰─ Player

          2 of 2. Try [weak self] in closure #2 in Shop.Player.play() -> (). If a closure nested inside it says [weak self], move that capture list out here.
          fingerprint 6855a668 (2 of 2)

          Both changes are needed: each cycle alone keeps objects alive, unless a deinit breaks it.
        """)
  }

  /// Fewer changes are none for the better where they are less certain to be of what is at fault.
  @Test func `Two closures are changed rather than one possible owner`() {
    func cuts(_ back: ReferenceLabel) -> [String] {
      var sketch = HeapSketch()
      let view = sketch.instance("Shop.View")
      let screen = sketch.instance("Shop.Screen")
      sketch.refer(view, to: screen, back)
      for number in 1...2 {
        let context = sketch.object(.closureContext)
        let function = sketch.function("closure #\(number) in View.load(_:)", in: "View")
        sketch.refer(screen, to: context, .property("on\(number)"), function: function)
        sketch.refer(context, to: view, .capture(type: "Shop.View"))
      }
      let path = LookExplainer(HeapLook(sketch.evidence())).path(toLeakAt: 0)
      return path.map { [$0] + $0.further }?.map(\.suspectText) ?? []
    }
    #expect(
      cuts(.property("service", canBeWeak: true, isExistential: true)) == [
        "closure #1 in View.load(_:)", "closure #2 in View.load(_:)",
      ])
    #expect(
      cuts(.property("screen", canBeWeak: true)) == [
        "closure #1 in View.load(_:)", "closure #2 in View.load(_:)",
      ])
  }

  /// An object with closures that all capture it.
  private static func hub(closures count: Int) -> HeapSketch {
    var sketch = HeapSketch()
    let hub = sketch.instance("Shop.Hub")
    for number in 1...count {
      let closure = sketch.function(
        "closure #\(number) in Hub.init()", in: "Hub",
        line: SourcePlace(file: "Hub.swift", line: number))
      sketch.refer(hub, to: hub, .property("on\(number)"), function: closure)
    }
    return sketch
  }

  @Test func `Every one of many cycles is reported, the first of them drawn`() throws {
    let look = LookExplainer(HeapLook(Self.hub(closures: 10).evidence()))
    let path = try #require(look.path(toLeakAt: 0))
    let advice = """
      If a closure nested inside it says [weak self], move that capture list out here.
      """
    let fingerprints = path.cuts.map(\.fingerprint)
    #expect(Set(fingerprints).count == 10)
    let drawings = (1...8).map { number in
      """
        ╭→ Hub
        │    .on\(number)
        │    closure #\(number) in Hub.init()   Hub.swift:\(number)
        │    ~~~~~~~~~~~~~~~~~~~~~~~~ captures Hub (self) strongly
        ╰─ Hub

        \(number) of 10. Try [weak self] in the closure at Hub.swift:\(number). \(advice)
        fingerprint \(fingerprints[number - 1]) (\(number) of 10)
      """
    }
    let lines = (9...10).map { number in
      "  \(number) of 10. closure #\(number) in Hub.init() (Hub.swift:\(number)) captures self strongly: Try [weak self] in the closure at Hub.swift:\(number). \(advice) (fingerprint \(fingerprints[number - 1]))"
    }
    let end =
      "  All 10 changes are needed: each cycle alone keeps objects alive, unless a deinit breaks it."
    let text = (drawings + [lines.joined(separator: "\n"), end]).joined(separator: "\n\n")
    #expect(path.drawingWithAdvice == text)
  }

  @Test func `There are as many cuts as there are places, up to a limit that is reported`() throws {
    for count in [30, 64, 65] + (Rounds.areAll ? [200] : []) {
      let look = LookExplainer(HeapLook(Self.hub(closures: count).evidence()))
      let path = try #require(look.path(toLeakAt: 0))
      let most = min(count, Cure.mostCuts)
      #expect(Set(path.cuts.map(\.fingerprint)).count == most && path.cuts.count == most)
      #expect(path.leavesCycles == (count > most))
      let end =
        count > most
        ? "  That is not all: other cycles remain after that, too many to report at once."
        : "  All \(most) changes are needed: each cycle alone keeps objects alive, unless a deinit breaks it."
      #expect(path.drawingWithAdvice.hasSuffix("\n\n" + end))
      #expect(path.severalCycles == (count > most ? "more than 64" : "\(most)") + " retain cycles")
      let copy = try JSONDecoder().decode(RetainPath.self, from: JSONEncoder().encode(path))
      #expect(copy == path)
    }
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

  /// Whether nothing among `members` keeps anything else without the references that are `removed`.
  private static func isCured(
    _ members: [HeapGraph.ObjectID], of graph: HeapGraph, without removed: [HeapGraph.ReferenceID]
  ) -> Bool {
    let own = Set(members)
    let rest = graph.filteringReferences {
      !removed.contains($0) && own.contains(graph.source(of: $0))
        && own.contains(graph.target(of: $0))
    }
    return !rest.stronglyConnectedComponents().contains(where: \.containsCycle)
  }

  private final class Cell<Value: Equatable> {
    var observers: [(Value) -> Void] = []
    var changes = 0
    var value: Value {
      didSet { if value != oldValue { for observer in observers { observer(value) } } }
    }

    init(_ value: Value) { self.value = value }

    func bind(to other: Cell) {
      observers.append { value in
        self.changes += 1
        other.value = value
      }
    }
  }

  @Test func `Two captures of one type are told apart`() async throws {
    let report = await LeakDetector.detect {
      let first = Cell(1)
      let second = Cell(1)
      first.bind(to: second)
      second.bind(to: first)
      first.value = 2
      return first
    }
    let cuts = try #require(report.leaks.first?.path?.cuts)
    #expect(report.leaks.count == 1 && cuts.count == 2)
    #expect(Set(cuts.map(\.fingerprint)).count == 2)
    // Which of the two is self only debug information tells.
    let notes = cuts.compactMap { $0.steps[$0.suspect].note }
    let type = "CutTests.Cell<Int>"
    #expect(
      Set(notes) == [
        "captures \(type) (self) strongly", "captures other: \(type) strongly",
      ] || notes == Array(repeating: "captures \(type) strongly", count: 2))
  }

  /// Objects of three types, some of which keep closures of a few functions that capture others.
  private struct Web {
    var sketch = HeapSketch()
    /// The place of each reference.
    var places: [String] = []

    init(by generator: inout SplitMix64) {
      let functions = (0..<3).map {
        sketch.function("closure #\($0 + 1) in Shop.Part\($0).start() -> ()", in: "Part\($0)")
      }
      let count = Int.random(in: 2...6, using: &generator)
      for number in 0..<count { _ = sketch.instance("Shop.Part\(number % 3)") }
      // References are in the order of the objects that have them.
      var later: [[(target: Int, label: ReferenceLabel, place: String)]] = []
      for source in 0..<count {
        for number in 0..<Int.random(in: 0...2, using: &generator) {
          let target = Int.random(in: 0..<count, using: &generator)
          if Bool.random(using: &generator) {
            sketch.refer(source, to: target, .property("part\(number)", canBeWeak: true))
            places.append("Part\(source % 3).part\(number)")
          } else {
            let kind = Int.random(in: 0..<3, using: &generator)
            let context = sketch.object(.closureContext)
            sketch.refer(
              source, to: context, .property("handler\(number)"), function: functions[kind])
            places.append("Part\(source % 3).handler\(number)")
            later.append(
              [target, Int.random(in: 0..<count, using: &generator)].enumerated().map {
                ($1, .capture($0, of: 2), "closure \(kind), \($0)")
              })
          }
        }
      }
      for (position, captures) in later.enumerated() {
        for capture in captures {
          sketch.refer(count + position, to: capture.target, capture.label)
          places.append(capture.place)
        }
      }
    }

    /// Whether the members of a component go when all references at some places are gone.
    func isCured(_ members: [HeapGraph.ObjectID], by cut: Set<String>) -> Bool {
      let graph = sketch.graph
      return CutTests.isCured(
        members, of: graph,
        without: graph.references.indices.filter { cut.contains(places[$0]) })
    }
  }

  @Test func `No place is told twice, and each that is told is needed`() {
    var generator = SplitMix64(seed: 4)
    var several = 0
    for _ in 0..<(Rounds.areAll ? 300 : 60) {
      let web = Web(by: &generator)
      let graph = web.sketch.graph
      let explainer = LookExplainer(HeapLook(web.sketch.evidence()))
      for component in graph.stronglyConnectedComponents() where component.containsCycle {
        guard let cure = Cure(of: component.members, in: graph, of: explainer), cure.isWhole else {
          continue
        }
        let cut = cure.cuts.map { web.places[$0.cut] }
        let all = Set(cut)
        #expect(all.count == cut.count)
        #expect(web.isCured(component.members, by: all))
        for place in cut where cut.count > 1 {
          #expect(!web.isCured(component.members, by: all.subtracting([place])))
        }
        for member in component.members {
          let cuts = cure.report(of: member)?.path.cuts ?? []
          #expect(Set(cuts.map(\.fingerprint)).count == cuts.count && cuts.count == cut.count)
        }
        if cut.count > 1 { several += 1 }
      }
    }
    #expect(several > (Rounds.areAll ? 30 : 6))
  }

  /// References among a few objects, by which a heap can be drawn with its objects in any order.
  private struct Drawing {
    let references: [(source: Int, target: Int, canBeWeak: Bool)]
    let count: Int

    init(by generator: inout SplitMix64) {
      let count = Int.random(in: 2...8, using: &generator)
      self.count = count
      references = (0..<Int.random(in: 2...14, using: &generator)).map { _ in
        (
          Int.random(in: 0..<count, using: &generator),
          Int.random(in: 0..<count, using: &generator), Bool.random(using: &generator)
        )
      }
    }

    /// The heap with its objects, of three types, in this order.
    func explainer(in order: [Int]) -> LookExplainer {
      var sketch = HeapSketch()
      let positions = Dictionary(
        uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
      for object in order { _ = sketch.instance("Shop.Part\(object % 3)") }
      for (number, reference) in references.enumerated() {
        sketch.refer(
          positions[reference.source]!, to: positions[reference.target]!,
          .property("part\(number)", canBeWeak: reference.canBeWeak))
      }
      return LookExplainer(HeapLook(sketch.evidence()))
    }
  }

  @Test(.slow)
  func `The same is to be cut, whichever object is asked for`() {
    var generator = SplitMix64(seed: 3)
    var several = 0
    for _ in 0..<(Rounds.areAll ? 200 : 40) {
      let drawing = Drawing(by: &generator)
      let order = Array(0..<drawing.count)
      let shuffled = order.shuffled(using: &generator)
      let explainer = drawing.explainer(in: order)
      let other = drawing.explainer(in: shuffled)
      for component in explainer.look.condensation.components where component.containsCycle {
        var cuts: Set<[String]> = []
        for object in component.members {
          for path in [
            explainer.path(toLeakAt: object),
            other.path(toLeakAt: shuffled.firstIndex(of: object)!),
          ] {
            cuts.insert((path?.cuts ?? []).map(\.fingerprint).sorted())
          }
        }
        #expect(cuts.count == 1)
        if cuts.contains(where: { $0.count > 1 }) { several += 1 }
      }
    }
    #expect(several > 20)
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
