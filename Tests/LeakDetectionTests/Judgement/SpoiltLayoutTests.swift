import CLeakBase
import CLeakHeapRecording
import ChildProcess
import Foundation
import LeakHeapReading
import LeakHeapRecording
import LeakTesting
import SeededRandom
import Synchronization
import TestOrder
import Testing

/// A process that lays out its memory in another way than the known one, in one point after the other: it is said once what is off,
/// nothing that rests on it is told, no memory is freed that is in use, and the process goes on.
@Suite(.slow, .enabled(if: Features.areRead, "nothing is read here"))
struct SpoiltLayoutTests {
  /// One fact of every second feature, with one of two wrong values; where all are asked for, all facts with one, or with both where
  /// even more is asked for: each takes a process.
  private static let spoilings: [Spoiling] = {
    let all = Array(0..<crt_fact_count())
    if Rounds.areAll {
      return all.flatMap { fact in
        let distances: [Spoiling.Distance] =
          Rounds.areLong ? Spoiling.Distance.allCases : [fact % 2 == 0 ? .near : .far]
        return distances.map { Spoiling(fact: fact, distance: $0) }
      }
    }
    let firsts = LayoutFeature.allCases.compactMap { feature in
      all.first { crt_fact_at($0).feature.rawValue == feature.rawValue }
    }
    return firsts.enumerated().filter { $0.offset % 2 == 0 }.map { number, fact in
      Spoiling(fact: fact, distance: number % 4 == 0 ? .near : .far)
    }
  }()

  @Test(.aheadOfOthers, arguments: spoilings)
  func factThatDoesNotHold(_ spoiling: Spoiling) async throws {
    let fact = crt_fact_at(spoiling.fact)
    let feature = try #require(LayoutFeature(rawValue: fact.feature.rawValue))
    let result = try await HandedOver.handing(spoiling) {
      await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        try HandedOver.take(Spoiling.self).spoil()
        await SpoiltScene.tellAll()
      }
    }
    let lines = Self.lines(result?.standardOutputContent, "scene ")
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let frees = Self.lines(result?.standardOutputContent, "frees: ")
    let warnings = Self.lines(result?.standardErrorContent, Self.warning)
    if warnings.isEmpty, Self.unnoticed.withLock({ $0.insert(spoiling.fact).inserted }) {
      // What stands at the wrong place may be right by chance. Then all is told as it is.
      #expect(lines == SpoiltScene.expected(without: nil, told: lines), "\(errors)")
      #expect(frees == [FreeAudit.expected(recorded: true)])
      #expect(Self.unnoticed.withLock(\.count) <= Self.mostUnnoticed, "\(spoiling)")
      return
    }
    #expect(lines == SpoiltScene.expected(without: feature, told: lines), "\(errors)")
    #expect(frees == [FreeAudit.expected(recorded: ![.counts, .types].contains(feature))])
    #expect(warnings == [feature.warning])
  }

  /// How the line about features that are off begins.
  private static let warning = "warning: leak checks are limited here because "

  /// The facts of which one wrong value was not noticed.
  private static let unnoticed = Mutex<Set<Int>>([])
  /// In so many of the processes, of which each is of one fact.
  private static let mostUnnoticed = 2

  /// Each fact says where it is written down, and which versions have it so.
  @Test func factsHaveSources() {
    for index in 0..<crt_fact_count() {
      let fact = crt_fact_at(index)
      let name = String(cString: fact.name)
      #expect(!String(cString: fact.source).isEmpty, "\(name)")
      #expect(String(cString: fact.seen).contains(/^(Swift|glibc) 6?/), "\(name)")
      #expect(LayoutFeature(rawValue: fact.feature.rawValue) != nil, "\(name)")
    }
  }

  /// Where facts of several features do not hold, that is one line.
  @Test(.aheadOfOthers) func factsOfSeveralFeaturesThatDoNotHold() async throws {
    let features: [LayoutFeature] = [.arrays, .tables, .dispatch]
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      for index in 0..<crt_fact_count() {
        let fact = crt_fact_at(index)
        guard ["array_count", "table_scale", "queue_state"].contains(String(cString: fact.name))
        else { continue }
        Spoiling(fact: index, distance: .near).spoil()
      }
      _ = LayoutFeature.firstOff
    }
    #expect(
      Self.lines(result?.standardErrorContent, Self.warning) == [
        LayoutFeature.warning(of: features)
      ])
    #expect(
      LayoutFeature.warning(of: features) == """
        warning: leak checks are limited here because the layout of arrays is not the one that is known, and the layout of \
        dictionaries and sets is not the one that is known, and the layout of libdispatch's queues and work items is not the \
        one that is known. What arrays hold is not read. What dictionaries and sets hold is not read. What queues and work items hold is not reported.
        """)
  }

  /// The same scenes where all facts hold.
  @Test(.aheadOfOthers) func allFactsHold() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      await SpoiltScene.tellAll()
    }
    let lines = Self.lines(result?.standardOutputContent, "scene ")
    #expect(lines == SpoiltScene.expected(without: nil, told: lines))
    let frees = Self.lines(result?.standardOutputContent, "frees: ")
    #expect(frees == [FreeAudit.expected(recorded: true)])
    #expect(Self.lines(result?.standardErrorContent, Self.warning) == [])
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

/// A fact with a value that nothing has which is laid out as it is known.
struct Spoiling: Codable, Sendable, CustomTestStringConvertible {
  enum Distance: String, Codable, CaseIterable {
    /// The next one.
    case near
    /// Far off: an offset leads to other memory, or to none.
    case far
  }

  let fact: Int
  let distance: Distance

  private var name: String { String(cString: crt_fact_at(fact).name) }

  var testDescription: String { "\(name), \(distance)" }

  private var value: Int {
    let known = crt_fact_at(fact).value
    let isBit = ["_bit", "_shift"].contains { name.hasSuffix($0) }
    return switch distance {
    case .near: known < 64 && known % 8 == 0 ? known + 8 : known + 1
    case .far where isBit: (known + 17) % 64
    case .far where name.hasSuffix("_mask"): known << 8
    // No multiple of the size of a descriptor, of which there are many in a row.
    case .far: known > 64 ? known << 8 : known + 4008
    }
  }

  func spoil() { crt_fact_spoil(fact, value) }
}

/// Counts what is freed on behalf of records, and what of that is in use.
///
/// An object that is dead for certain has this word of counts: its `deinit` has begun, and there is one unowned reference, the
/// record's. That is known here, whatever the spoilt facts say.
enum FreeAudit {
  private static let freed = Atomic(0)
  private static let inUse = Atomic(0)
  private static let dead: UInt64 = 1 << 32 | 1 << 1 | 1

  static func begin() {
    // What is made lazily is made now: the audit is to allocate nothing.
    freed.store(0, ordering: .relaxed)
    inUse.store(0, ordering: .relaxed)
    crt_recorder_audit_frees { object in
      guard let object else { return }
      FreeAudit.freed.add(1, ordering: .relaxed)
      let counts = object.load(fromByteOffset: 8, as: UInt64.self)
      if counts != FreeAudit.dead { FreeAudit.inUse.add(1, ordering: .relaxed) }
    }
  }

  /// What was freed, against what was recorded.
  static var summary: String {
    let use = AllocationRecorder.use
    let freed = freed.load(ordering: .relaxed)
    return text(
      recorded: use.recorded > 0, areSome: freed > 0, areTooMany: freed > use.recorded,
      inUse: inUse.load(ordering: .relaxed))
  }

  static func expected(recorded: Bool) -> String {
    text(recorded: recorded, areSome: recorded, areTooMany: false, inUse: 0)
  }

  private static func text(
    recorded: Bool, areSome: Bool, areTooMany: Bool, inUse: Int
  ) -> String {
    "frees: \(recorded ? "objects" : "nothing") recorded, \(areSome ? "some" : "none") freed, "
      + "\(areTooMany ? "more" : "no more") than were recorded, \(inUse) in use"
  }
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
    FreeAudit.begin()
    let kept = Kept()
    for scene in allCases {
      let report = await LeakDetector.detect(within: .milliseconds(20)) {
        precondition(Kept().isWhole)
        return scene.make()
      }
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
    precondition(kept.isWhole)
    print(FreeAudit.summary)
  }

  /// Objects of the host's that come and go, and are looked at.
  private final class Kept {
    private final class Item {
      let mark: UInt
      let isGone: UnsafeMutablePointer<Int>

      init(_ mark: UInt, _ isGone: UnsafeMutablePointer<Int>) {
        (self.mark, self.isGone) = (mark, isGone)
      }

      deinit { isGone.pointee += 1 }
    }

    private var items: [Item] = []
    private var made = 0
    private let gone: UnsafeMutablePointer<Int>

    /// More than a page of records takes.
    init() {
      gone = .allocate(capacity: 1)
      gone.initialize(to: 0)
      for _ in 0..<200 { replace() }
    }

    deinit {
      items = []
      gone.deallocate()
    }

    /// Drops one of ten objects, and makes another.
    private func replace() {
      let item = Item(UInt(made) &* 0x9E37_79B9, gone)
      if items.count == 10 { items[made % 10] = item } else { items.append(item) }
      made += 1
    }

    /// Whether each object has gone once, but those that are here, and these are as they were made.
    var isWhole: Bool {
      let latest = (made - 10..<made).map { UInt($0) &* 0x9E37_79B9 }
      return gone.pointee == made - 10 && Set(items.map(\.mark)) == Set(latest)
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
    if [.counts, .types].contains(feature) || features.contains(feature) {
      return "inconclusive"
    }
    return isHeld ? "held" : "leaked"
  }

  private var isHeld: Bool { [.task, .work].contains(self) }
}
