import Dispatch
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Objects that are held by ways which differ in positions alone are one finding, and others are not mixed up with them.
@Suite(.slow) struct AlikeWaysTests {
  final class Link: @unchecked Sendable {
    var next: Link?
    var name = ""
  }

  final class Other: @unchecked Sendable {}

  final class Box: @unchecked Sendable {
    var link: Link?
  }

  struct Sides {
    var left: Link?
    var right: Link?
    var action: (() -> Void)?
  }

  final class Shelf: @unchecked Sendable {
    nonisolated(unsafe) static var current: Shelf?
    nonisolated(unsafe) static weak var placed: Shelf?
    var links: [Link] = []
    var others: [any AnyObject & Sendable] = []
    let boxes = (0..<AlikeWaysTests.many).map { _ in Box() }
    var sides: [Sides] = []
    var names: [String: Link] = [:]
  }

  private static let many = 300

  enum Keeper: CaseIterable { case variable, block }

  /// Makes a shelf that the check does not report, since it was there before.
  private static func place(by keeper: Keeper, _ queue: DispatchQueue) {
    let shelf = Shelf()
    Shelf.placed = shelf
    switch keeper {
    case .variable: Shelf.current = shelf
    case .block: queue.async { withExtendedLifetime(shelf) {} }
    }
  }

  /// What is said of the objects that `fill` puts on a shelf and returns, which `keeper` has: their number, type, and the steps that
  /// lead there, without their positions; and, behind an arrow, the reference to change of what keeps them afterwards.
  private static func told(
    by keeper: Keeper, _ fill: @escaping @Sendable (Shelf) -> [any AnyObject & Sendable]
  ) async -> [String] {
    await shelves.run { await toldOfOne(by: keeper, fill) }
  }

  /// There is one current shelf.
  private static let shelves = OneAtATime()

  private static func toldOfOne(
    by keeper: Keeper, _ fill: (Shelf) -> [any AnyObject & Sendable]
  ) async -> [String] {
    let queue = DispatchQueue(label: "alike")
    queue.suspend()
    place(by: keeper, queue)
    let report = await LeakDetector.detect(within: .milliseconds(1)) {
      guard let shelf = Shelf.placed else { return }
      for object in fill(shelf) { trackForLeaks(object) }
    }
    Shelf.current = nil
    queue.resume()
    queue.sync {}
    return report.leaks.map { leak in
      guard case .held(let holders) = leak.verdict, holders.count == 1,
        case .place(_, let path) = holders[0].kind
      else { return leak.description }
      let steps = path.steps.filter { $0.capture == nil }.map { step in
        (step.property?.path ?? "?").replacing(#/\[[^\]]*\]/#, with: "[]")
      }
      let type = leak.typeName.split(separator: ".").last.map(String.init) ?? ""
      let cycle = path.cycleAfterwards.map {
        " → \($0.steps.compactMap(\.property?.path).joined(separator: " "))"
      }
      return "\(leak.count) \(type): \(steps.joined(separator: " "))\(cycle ?? "")"
    }.sorted()
  }

  /// Elements of one array: those of a cycle, and those of none; and of another type.
  @Test(arguments: Keeper.allCases)
  func `What keeps elements afterwards tells them apart`(keeper: Keeper) async {
    let told = await Self.told(by: keeper) { shelf in
      for number in 0..<Self.many {
        let link = Link()
        if number.isMultiple(of: 3) { link.next = link }
        shelf.links.append(link)
      }
      return shelf.links
    }
    #expect(told == ["100 Link: links[] → next", "200 Link: links[]"])
  }

  @Test(arguments: Keeper.allCases)
  func `Types tell elements apart`(keeper: Keeper) async {
    let told = await Self.told(by: keeper) { shelf in
      shelf.others = (0..<Self.many).map { number in
        number.isMultiple(of: 3) ? Other() as any AnyObject & Sendable : Link()
      }
      return shelf.others
    }
    #expect(told == ["100 Other: others[]", "200 Link: others[]"])
  }

  @Test(arguments: Keeper.allCases)
  func `Collections tell elements apart`(keeper: Keeper) async {
    let told = await Self.told(by: keeper) { shelf in
      shelf.links = (0..<Self.many).map { _ in Link() }
      for number in 0..<Self.many { shelf.names["\(number)"] = Link() }
      return shelf.links + shelf.names.values
    }
    #expect(told == ["300 Link: links[]", "300 Link: names[]"])
  }

  /// Each by an object of its own, which nobody named.
  @Test(arguments: Keeper.allCases)
  func `Ways through other objects of one type are alike`(keeper: Keeper) async {
    let told = await Self.told(by: keeper) { shelf in
      for box in shelf.boxes { box.link = Link() }
      return shelf.boxes.compactMap(\.link)
    }
    #expect(told == ["300 Link: boxes[] link"])
  }

  @Test(arguments: Keeper.allCases)
  func `Parts of elements tell objects apart`(keeper: Keeper) async {
    let told = await Self.told(by: keeper) { shelf in
      shelf.sides = (0..<Self.many).map { _ in Sides(left: Link(), right: Link()) }
      return shelf.sides.flatMap { [$0.left, $0.right].compactMap(\.self) }
    }
    #expect(told == ["300 Link: sides[].left", "300 Link: sides[].right"])
  }

  /// Which function captures the object.
  @Test(arguments: Keeper.allCases)
  func `Closures tell objects apart`(keeper: Keeper) async {
    let told = await Self.told(by: keeper) { shelf in
      var links: [Link] = []
      for number in 0..<Self.many {
        let link = Link()
        var sides = Sides()
        if number.isMultiple(of: 3) {
          sides.action = { link.name = "first" }
        } else {
          sides.action = { link.name = "second" }
        }
        shelf.sides.append(sides)
        links.append(link)
      }
      return links
    }
    #expect(told == ["100 Link: sides[].action", "200 Link: sides[].action"])
  }
}
