import Dispatch
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Many named objects for which one thing is at fault: what is found out of one is found out for all.
@Suite(.slow) struct ManyNamedTests {
  final class Link: @unchecked Sendable {
    var next: Link?
    var owner: Link?
    var all: [Link] = []
    nonisolated(unsafe) static var kept: [Link] = []
  }

  /// So many that a search, a path or a text for each would not end.
  private static let many = 500

  private static func ring(_ count: Int) -> [Link] {
    let links = (0..<count).map { _ in Link() }
    for index in links.indices { links[index].next = links[(index + 1) % count] }
    return links
  }

  /// Two to one another, and from there each to the next.
  private static func chain(_ count: Int) -> [Link] {
    let links = (0..<count).map { _ in Link() }
    for index in links.indices.dropLast() { links[index].next = links[index + 1] }
    links[1].owner = links[0]
    return links
  }

  private static func star(_ count: Int) -> [Link] {
    let links = (0..<count).map { _ in Link() }
    links[0].all = Array(links[1...])
    for link in links[0].all { link.owner = links[0] }
    return links
  }

  /// The report on the objects that `make` makes, while `holder` has the first.
  private static func report(
    by holder: HolderKind, _ make: @escaping @Sendable () -> [Link]
  ) async -> LeakReport {
    await variables.run { await reportOfOne(by: holder, make) }
  }

  /// There is one variable.
  private static let variables = OneAtATime()

  private static func reportOfOne(
    by holder: HolderKind, _ make: () -> [Link]
  ) async -> LeakReport {
    let queue = DispatchQueue(label: "many")
    queue.suspend()
    let report = await LeakDetector.detect(within: .milliseconds(1)) {
      let links = make()
      switch holder {
      case .variable: Link.kept = [links[0]]
      case .block: queue.async { [first = links[0]] in withExtendedLifetime(first) {} }
      }
      return links
    }
    Link.kept = []
    queue.resume()
    queue.sync {}
    return report
  }

  enum HolderKind: CaseIterable { case variable, block }

  @Test(arguments: HolderKind.allCases)
  func `A ring that is held is one finding`(holder: HolderKind) async {
    let report = await Self.report(by: holder) { Self.ring(Self.many) }
    #expect(report.leaks.map(\.count) == [Self.many])
    #expect(report.leaks.map(\.also) == [[]])
    let text = report.description.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("fingerprint") && !$0.contains("pattern") }.joined(separator: "\n")
    let after = """
        After that:

        ╭→ ManyNamedTests.Link
        │    .next: ManyNamedTests.Link
        │    .next: ManyNamedTests.Link
        │    .next: ManyNamedTests.Link
        │    … 496 more steps like this one
        │    .next: ManyNamedTests.Link   ManyNamedTests.swift:11
        │    ~~~~~~~~~~~~~~~~~~~~~~~~~~
        ╰─ ManyNamedTests.Link

        Try weak var on ManyNamedTests.Link.next: the code does not tell whether it owns the ManyNamedTests.Link.
      """
    switch holder {
    case .variable:
      #expect(
        text == """
          ManyNamedTests.Link is held: 500 instances are kept alive by static ManyNamedTests.Link.kept; after that a retain cycle keeps them, unless it is broken by then.

            ╭─ static ManyNamedTests.Link.kept
            ╰→ ManyNamedTests.Link

            It lives as long as that variable refers to it. Clear the variable before the check, or keep only a weak reference there.

          \(after)
          """)
    case .block:
      #expect(text.contains("500 instances are kept alive by a block that "))
      #expect(text.hasSuffix(after))
    }
  }

  @Test(arguments: HolderKind.allCases)
  func `A star that is held is one finding`(holder: HolderKind) async {
    let report = await Self.report(by: holder) { Self.star(Self.many) }
    #expect(report.leaks.map(\.count) == [Self.many])
  }

  /// The way to each of the first is told, of which two keep one another, and one for all that lie further.
  @Test(.slow, arguments: HolderKind.allCases)
  func `A chain that is held is told as far as a person reads`(holder: HolderKind) async {
    let report = await Self.report(by: holder) { Self.chain(Self.many) }
    #expect(report.leaks.map(\.count).reduce(0, +) == Self.many)
    #expect(report.leaks.map(\.count).max() == Self.many - report.leaks.count)
    #expect(report.leaks.count < 70)
    for leak in report.leaks { #expect(leak.description.contains(" is held: ")) }
  }

  @Test func `A chain that is leaked is one finding, with some of the ways`() async {
    let report = await LeakDetector.detect(within: .milliseconds(1)) {
      Self.chain(Self.many)
    }
    #expect(report.leaks.map(\.count) == [Self.many])
    let approaches = report.leaks[0].also.compactMap(\.approach)
    #expect(approaches.filter(\.steps.isEmpty).count == 1)
    let lengths = approaches.map(\.steps.count).filter { $0 > 0 }
    #expect(lengths == Array(1...lengths.count))
    #expect(lengths.reduce(0, +) < 5_000)
  }

  private final class Shop { var clerk: Clerk? }
  private final class Clerk {
    let shop: Shop
    init(_ shop: Shop) { self.shop = shop }
  }
  private final class Street {
    var shop: Shop?
    init(_ shop: Shop) { self.shop = shop }
  }

  /// A shop and its clerk, named in the other order.
  private static func makeShop() -> Shop {
    let shop = Shop()
    shop.clerk = Clerk(shop)
    trackForLeaks(shop.clerk!, label: "Ann")
    trackForLeaks(shop, label: "corner")
    return shop
  }

  /// Who stands in for others is of another type than they: the way is drawn to the one that it leads to.
  @Test func `Objects of several types that keep one another are told together`() async {
    var holder: Shop?
    let report = await LeakDetector.detect(within: .milliseconds(1)) {
      holder = Self.makeShop()
    }
    let lines = report.description.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("Shop \"corner\" and "))
    #expect(lines[0].contains("Clerk \"Ann\" are held: 2 instances are kept alive"))
    #expect(report.leaks.count == 1)
    holder?.clerk = nil
  }

  /// What keeps them is an object that was named, too, or that another check's lead to.
  @Test func `Nor does it matter whether what keeps them was found`() async {
    var holder: Street?
    let report = await LeakDetector.detect(within: .milliseconds(1)) {
      let street = Street(Self.makeShop())
      trackForLeaks(street, label: "Main")
      holder = street
    }
    let lines = report.description.split(separator: "\n").map(String.init)
    let line = lines.first { $0.contains("are held: 2 instances") }
    #expect(line?.contains("Shop \"corner\" and ") == true, "\(lines)")
    holder?.shop?.clerk = nil
  }
}
