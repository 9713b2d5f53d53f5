import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// One cause is one report, however many objects, names and specializations it has.
@Suite(.slow) struct OneCauseTests {
  private final class Owner {
    var part: Part?
    var parts: [Part] = []
  }

  private final class Part {
    var owner: Owner?
    var note: Note?
  }

  private final class Note: Sendable {}

  private final class Box<Content> {
    var content: Content?
    var onChange: () -> Void = {}

    func listen() { onChange = { self.content = nil } }
  }

  private class Screen {
    var onTap: () -> Void = {}

    func load() { onTap = { self.load() } }
  }

  private final class Menu: Screen {}
  private final class Map: Screen {}

  private static func report(_ body: () -> Void) async -> LeakReport {
    await LeakDetector.detect { body() }
  }

  @Test func `The objects of one cycle are told together, by the names that the test gave them`()
    async
  {
    let report = await Self.report {
      let owner = trackForLeaks(Owner(), label: "first")
      let part = trackForLeaks(Part(), label: "second")
      owner.part = part
      part.owner = owner
    }
    #expect(
      report.description == """
        OneCauseTests.Owner "first" and OneCauseTests.Part "second" leaked: 2 instances are kept alive by a retain cycle of 2 strong references.

          ╭→ OneCauseTests.Part "second"
          │    .owner: OneCauseTests.Owner "first"
          │    .part: OneCauseTests.Part "second"   OneCauseTests.swift:11
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ OneCauseTests.Part "second"

          Try weak var on OneCauseTests.Owner.part, or on OneCauseTests.Part.owner: the code does not tell which of the two owns the other.
          pattern mutual-references (swift run leakcases show owners/target-container)
          fingerprint 22e7700e
        """)
  }

  @Test func `A named object that a cycle leads to is on the path`() async {
    let report = await Self.report {
      let owner = Owner()
      let part = Part()
      owner.part = part
      part.owner = owner
      part.note = trackForLeaks(Note(), label: "to do")
    }
    #expect(
      report.description == """
        OneCauseTests.Note "to do" leaked: 1 instance is kept alive by a retain cycle of 2 strong references that it is not part of.

          ╭→ OneCauseTests.Part
          │    .owner: OneCauseTests.Owner
          │    .part: OneCauseTests.Part   OneCauseTests.swift:11
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ OneCauseTests.Part

          From OneCauseTests.Part it leads on:
               .note: OneCauseTests.Note

          Try weak var on OneCauseTests.Owner.part, or on OneCauseTests.Part.owner: the code does not tell which of the two owns the other.
          pattern mutual-references (swift run leakcases show owners/target-container)
          fingerprint 22e7700e
        """)
  }

  @Test func `A named object of a cycle and one that it leads to are told together`() async {
    let report = await Self.report {
      let owner = Owner()
      let part = Part()
      owner.part = part
      part.owner = owner
      part.note = trackForLeaks(Note(), label: "to do")
      trackForLeaks(owner, label: "first")
    }
    #expect(
      report.description == """
        OneCauseTests.Owner "first" and OneCauseTests.Note "to do" leaked: 2 instances are kept alive by a retain cycle of 2 strong references.

          ╭→ OneCauseTests.Part
          │    .owner: OneCauseTests.Owner "first"
          │    .part: OneCauseTests.Part   OneCauseTests.swift:11
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ OneCauseTests.Part

          From OneCauseTests.Part it leads on:
               .note: OneCauseTests.Note "to do"

          Try weak var on OneCauseTests.Owner.part, or on OneCauseTests.Part.owner: the code does not tell which of the two owns the other.
          pattern mutual-references (swift run leakcases show owners/target-container)
          fingerprint 22e7700e
        """)
  }

  @Test func `Named and unnamed instances that leak alike are told together`() async {
    let report = await Self.report {
      for number in 1...3 {
        let screen = Screen()
        screen.load()
        if number == 2 { trackForLeaks(screen, label: "the second") }
      }
    }
    #expect(report.leaks.map(\.count) == [3])
    #expect(
      report.description.hasPrefix(
        "OneCauseTests.Screen \"the second\" and another OneCauseTests.Screen leaked: 3 instances are"
      ))
  }

  @Test func `Specializations and subclasses have the cause of what declares the reference`() async
  {
    let report = await Self.report {
      Box<Int>().listen()
      Box<String>().listen()
      Menu().load()
      Map().load()
    }
    #expect(report.leaks.map(\.count) == [2, 2])
    #expect(
      report.leaks.map { [$0.typeName] + $0.also.map(\.typeName) }.map(Set.init).count == 2)
    #expect(Set(report.leaks.map(\.fingerprint)).count == 2)
  }

  /// What may refer to anything.
  private final class Ticker {
    var userInfo: Any?
    var sender: Any?
    var context: [String: Any] = [:]
    var listener: AnyObject?

    /// An optimiser leaves out objects that only refer to each other.
    @inline(never)
    func listen(_ object: AnyObject) { listener = object }
  }

  private final class Chart { let ticker = Ticker() }
  private final class Table { let ticker = Ticker() }

  @Test func `What is put into an Any is told apart by its type`() async {
    let report = await Self.report {
      for _ in 0..<2 {
        let chart = Chart()
        chart.ticker.userInfo = chart
      }
      let table = Table()
      table.ticker.userInfo = table
    }
    #expect(report.leaks.map(\.count) == [2, 1])
    #expect(Set(report.leaks.map(\.fingerprint)).count == 2)
    let values = await Self.report {
      let chart = Chart()
      chart.ticker.context = ["owner": chart]
      let table = Table()
      table.ticker.context = ["owner": table]
    }
    #expect(Set(values.leaks.map(\.fingerprint)).count == 2)
    // An AnyObject can be weak: one change of the property is enough.
    let objects = await Self.report {
      let chart = Chart()
      chart.ticker.listen(chart)
      let table = Table()
      table.ticker.listen(table)
    }
    #expect(Set(objects.leaks.map(\.fingerprint)).count == 1)
  }

  @Test func `Both types that are put into an Any of one cycle are told`() async {
    let report = await Self.report {
      let chart = Chart()
      let table = Table()
      chart.ticker.userInfo = table
      table.ticker.userInfo = chart
      chart.ticker.sender = chart
      table.ticker.sender = table
    }
    #expect(report.leaks.count == 1)
    let path = report.leaks.first?.path
    let cuts = path.map { [$0.fingerprint] + $0.further.map(\.fingerprint) } ?? []
    #expect(cuts.count == 3 && Set(cuts).count == 3)
  }

  private static func node() -> AnyObject {
    final class Node {
      var next: Node?
      var onChange: () -> Void = {}
      init() { next = self }
    }
    return Node()
  }

  private static func otherNode() -> AnyObject {
    final class Node {
      var next: Node?
      init() { next = self }
    }
    return Node()
  }

  @Test func `Local types of one name are types of their own`() async {
    let report = await LeakDetector.detect { [Self.node(), Self.otherNode()] }
    #expect(report.leaks.map(\.count) == [1, 1])
    #expect(Set(report.leaks.map(\.fingerprint)).count == 2)
  }

  @Test(.slow) func `A fingerprint is the same under every kind of check`() async {
    func leak() -> Owner {
      let owner = Owner()
      let part = Part()
      owner.part = part
      owner.parts = [part]
      part.owner = owner
      return owner
    }
    var fingerprints: [String] = []
    fingerprints += await LeakDetector.detect { _ = leak() }.leaks.map(\.fingerprint)
    fingerprints += await LeakDetector.detect { leak() }.leaks.map(\.fingerprint)
    fingerprints += await LeakDetector.detect { leak().part }.leaks.map(\.fingerprint)
    fingerprints += await LeakDetector.detect { _ = trackForLeaks(leak().part!, label: "a") }
      .leaks.map(\.fingerprint)
    #expect(fingerprints.count == 4 && Set(fingerprints).count == 1)
  }

  private final class Ring {
    var next: Ring?
  }

  /// Of two rings, one of which is one object.
  private static func rings() -> [Ring] {
    let rings = [Ring(), Ring(), Ring()]
    rings[0].next = rings[1]
    rings[1].next = rings[0]
    rings[2].next = rings[2]
    return rings
  }

  @Test func `Instances are counted, and the groups that keep one another alive`() async {
    let reports = [
      await Self.report { _ = Self.rings() },
      await Self.report { for ring in Self.rings() { trackForLeaks(ring) } },
      await LeakDetector.detect { Self.rings() },
    ]
    for report in reports {
      #expect(report.leaks.map(\.count) == [3])
      #expect(
        report.description.hasPrefix(
          "OneCauseTests.Ring leaked: 3 instances are kept alive by 2 retain cycles that one change breaks.\n"
        ))
    }
    let ring = await Self.report {
      let ring = Ring()
      ring.next = Ring()
      ring.next?.next = ring
    }
    #expect(
      ring.description.hasPrefix(
        "OneCauseTests.Ring leaked: 2 instances are kept alive by a retain cycle of 2 strong references.\n"
      ))
  }

  @Test func `What is told of a group is told in JSON as well`() async throws {
    let report = await Self.report { _ = Self.rings() }
    let leak = try #require(report.leaks.first)
    let copy = try JSONDecoder().decode(Leak.self, from: JSONEncoder().encode(leak))
    #expect(copy.description == leak.description)
  }

  @Test func `What nobody named is told to go late where that is asked for`() async {
    func body() {
      let note = Note()
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) { withExtendedLifetime(note) {} }
    }
    async let silent = LeakDetector.detect(within: .seconds(20)) { body() }
    let report = await LeakDetector.detect(within: .seconds(20), reportLate: true) { body() }
    #expect(report.leaks.isEmpty)
    #expect(report.late.map(\.typeName) == ["LeakDetectionTests.OneCauseTests.Note"])
    // On a busy machine it is gone before it is known what holds it, or its block is due by then.
    if let holder = report.late.first?.verdict.holders.first {
      let texts = [
        "a block that asyncAfter is to run",
        "a block of asyncAfter that is due, and that its queue has not run",
      ]
      #expect(texts.contains { holder.text.hasPrefix($0) }, "\(holder.text)")
    }
    #expect(await silent == LeakReport(leaks: []))
  }
}

extension Verdict {
  fileprivate var holders: [Holder] {
    if case .late(_, let holders) = self { holders } else { [] }
  }
}
