import CLeakBase
import ChildProcess
import Foundation
import LeakHeapReading
import LeakTesting
import SeededRandom
import Testing

/// A process that lays out its memory in another way than the known one, in one point after the other: it is said once what is off,
/// nothing that rests on it is told, and the process goes on.
@Suite(.enabled(if: Features.areRead, "nothing is read here"))
struct SpoiltLayoutTests {
  /// One fact of each feature, or all of them where that is asked for: each takes a process.
  private static let facts: [Int] = {
    let all = Array(0..<crt_fact_count())
    if Rounds.areAll { return all }
    return LayoutFeature.allCases.compactMap { feature in
      all.first { crt_fact_at($0).feature.rawValue == feature.rawValue }
    }
  }()

  @Test(arguments: facts)
  func factThatDoesNotHold(_ index: Int) async throws {
    let fact = crt_fact_at(index)
    let feature = try #require(LayoutFeature(rawValue: fact.feature.rawValue))
    let result = try await HandedOver.handing(index) {
      await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        let index = try HandedOver.take(Int.self)
        crt_fact_spoil(index, SpoiltScene.another(than: crt_fact_at(index).value))
        await SpoiltScene.tellAll()
      }
    }
    let lines = Self.lines(result?.standardOutputContent, "scene ")
    #expect(lines == SpoiltScene.expected(without: feature, told: lines))
    #expect(
      Self.lines(result?.standardErrorContent, "warning: leak testing: ") == [feature.warning])
  }

  /// Where facts of several features do not hold, that is one line.
  @Test func factsOfSeveralFeaturesThatDoNotHold() async throws {
    let features: [LayoutFeature] = [.arrays, .tables, .dispatch]
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      for index in 0..<crt_fact_count() {
        let fact = crt_fact_at(index)
        guard ["array_count", "table_scale", "queue_state"].contains(String(cString: fact.name))
        else { continue }
        crt_fact_spoil(index, SpoiltScene.another(than: fact.value))
      }
      _ = LayoutFeature.firstOff
    }
    #expect(
      Self.lines(result?.standardErrorContent, "warning: leak testing: ") == [
        LayoutFeature.warning(of: features)
      ])
    #expect(
      LayoutFeature.warning(of: features) == """
        warning: leak testing: the layout of arrays is not the one that is known, and the layout of dictionaries and sets is \
        not the one that is known, and the layout of libdispatch's queues and work items is not the one that is known. What \
        arrays hold is not read. What dictionaries and sets hold is not read. What queues and work items hold is not told.
        """)
  }

  /// The same scenes where all facts hold.
  @Test func allFactsHold() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      await SpoiltScene.tellAll()
    }
    let lines = Self.lines(result?.standardOutputContent, "scene ")
    #expect(lines == SpoiltScene.expected(without: nil, told: lines))
    #expect(Self.lines(result?.standardErrorContent, "warning: leak testing: ") == [])
  }

  private static func lines(_ output: [UInt8]?, _ start: String) -> [String] {
    String(decoding: output ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix(start) }
  }
}

private enum Features {
  static var areRead: Bool { LayoutFeature.allCases.allSatisfy(\.holds) && canBeSearched }

  /// Not under a sanitizer.
  private static var canBeSearched: Bool { LeakDetector.obstacle == nil }
}

/// What can leak, each by what another feature reads.
enum SpoiltScene: String, CaseIterable {
  case nothing, property, capture, array, dictionary, set, block, task, work

  final class Node: Hashable, @unchecked Sendable {
    var next: Node?
    var closure: (() -> Void)?
    var array: [Node] = []
    var dictionary: [Int: Node] = [:]
    var set: Set<Node> = []
    var block: (@convention(block) () -> Void)?

    static func == (left: Node, right: Node) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    func work(_ other: Node) {}
  }

  /// A value that nothing is that is laid out as it is known.
  static func another(than value: Int) -> Int {
    value < 64 && value % 8 == 0 ? value + 8 : value + 1
  }

  private func make() -> Node {
    let node = Node()
    let other = Node()
    switch self {
    case .nothing: break
    case .property: node.next = node
    case .capture: node.closure = { node.work(other) }
    case .array: node.array = [other, node]
    case .dictionary: node.dictionary = [1: other, 2: node]
    case .set: node.set = [other, node]
    case .block: node.block = { node.work(other) }
    case .task: Task { [node] in await Self.wait(with: node) }
    case .work: Self.queue.async { [node] in node.work(node) }
    }
    return node
  }

  /// A queue that never runs what it is given.
  private static let queue = {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    return queue
  }()

  private static func wait(with node: Node) async {
    try? await Task.sleep(for: .seconds(1000))
    node.work(node)
  }

  /// What the way to the object is read by.
  private var features: [LayoutFeature] {
    switch self {
    case .nothing, .property: []
    case .capture: [.contexts]
    case .array: [.arrays]
    case .dictionary, .set: [.tables]
    // A block that Swift makes has a closure in it.
    case .block: [.blocks, .contexts]
    case .task: [.tasks]
    case .work: [.dispatch]
    }
  }

  static func tellAll() async {
    for scene in allCases {
      let report = await LeakDetector.detect(within: .milliseconds(50)) { scene.make() }
      let verdicts = report.leaks.map { leak in
        switch leak.verdict {
        case .deinitialized: "deinitialized"
        case .late: "late"
        case .leaked: "leaked"
        case .held: "held"
        case .inconclusive: "inconclusive"
        }
      }
      print("scene \(scene): \(verdicts.joined(separator: ", "))")
    }
  }

  /// What is told where `feature` is off, of `lines` that were told. What holds an object is told where it is sure all the same:
  /// other objects of the process may be among what is not read.
  static func expected(without feature: LayoutFeature?, told lines: [String]) -> [String] {
    allCases.map { scene in
      let verdict = scene.verdict(without: feature)
      let isUnsure = feature != nil && verdict == "held"
      let unsure = "scene \(scene): inconclusive"
      return isUnsure && lines.contains(unsure) ? unsure : "scene \(scene): \(verdict)"
    }
  }

  private func verdict(without feature: LayoutFeature?) -> String {
    if self == .nothing { return "" }
    guard let feature else { return isHeld ? "held" : "leaked" }
    if [.counts, .classes].contains(feature) || features.contains(feature) {
      return "inconclusive"
    }
    return isHeld ? "held" : "leaked"
  }

  private var isHeld: Bool { [.task, .work].contains(self) }
}
