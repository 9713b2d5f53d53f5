import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// A property becomes `unowned` only where nothing finds the owner gone.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct UnownedEditTests {
  private final class Hub {
    var plugged: [AnyObject] = []
    var removals = 0

    func install() { plugged.append(Plugin(self)) }
    func installEnding() { plugged.append(EndingPlugin(self)) }
  }

  private final class Plugin {
    let hub: Hub
    init(_ hub: Hub) { self.hub = hub }
  }

  private final class EndingPlugin {
    let hub: Hub
    init(_ hub: Hub) { self.hub = hub }
    deinit { hub.removals += 1 }
  }

  private final class Board {
    var cards: [AnyObject] = []

    func install() { cards.append(Card(self)) }
  }

  private final class Card {
    let board: Board
    init(_ board: Board) { self.board = board }
  }

  private static func path(_ make: () -> AnyObject) async -> RetainPath? {
    await LeakDetector.detect(within: .milliseconds(50)) { make() }.leaks.first?.path
  }

  @Test func `A part that goes with its owner`() async {
    let path = await Self.path {
      let hub = Hub()
      hub.install()
      return hub
    }
    #expect(path?.edits.map(\.replacement) == ["unowned "])
  }

  /// The owner goes first, and the `deinit` uses it.
  @Test func `A part with a deinit`() async {
    let path = await Self.path {
      let hub = Hub()
      hub.installEnding()
      return hub
    }
    #expect(path?.advice.contains("unowned if the") == true)
    #expect(path?.edits == [])
  }

  /// Who had the part may have it still when the owner has gone.
  @Test func `A part that the test names`() async {
    let path = await Self.path {
      let board = Board()
      board.install()
      return board.cards[0]
    }
    #expect(path?.advice.contains("unowned if the") == true)
    #expect(path?.edits == [])
  }

  /// Also that of a class that is derived from it.
  @Test(arguments: [
    ("class A {\n  let b: B\n}", true), ("class A {\n  let b: B\n  deinit { b.end() }\n}", false),
    ("class A {\n  let b: B\n}\nclass C: A {\n  deinit { end() }\n}", false),
    ("class A {\n  let b: B\n}\nclass D: A {\n  deinit { end() }\n}", true),
  ]) func `What has a deinit`(text: String, isEdited: Bool) {
    let edit = PropertyEdit(SourceFiles.Source(sketch: text), property: "b", inTypeAt: 1)
    #expect((edit?.unowned(inOneOf: ["Shop.C", "Shop.A"]) != nil) == isEdited)
  }

  /// A queue, a task or who got the method may have the part when the owner has gone.
  @Test(arguments: [
    ("func c() { q.async { self.b.end() } }", false), ("func c() { b.end() }", true),
    ("func c() { q.async { [weak self] in self?.b.end() } }", false),
    ("func c() { Task { b.end() } }", false), ("func c() async { b.end() }", false),
    ("func c() { d.each { $0.end() } }", true), ("func c() {}; func e() { q.async(c) }", false),
    ("func c() {}; func e() { q.async(execute: self.c) }", false),
    ("func c() {}; func e() { c() }", true),
    ("}\nextension A {\n  func c() { q.async { self.b.end() } }", false),
    ("}\nextension C {\n  func c() { q.async { self.b.end() } }", false),
    ("}\nextension D {\n  func c() { q.async { self.b.end() } }", true),
    ("class D {\n  func c() { q.async { self.b.end() } }\n}", true),
  ]) func `What may keep itself`(code: String, isEdited: Bool) {
    let text = "class A {\n  let b: B\n  \(code)\n}\n"
    let edit = PropertyEdit(SourceFiles.Source(sketch: text), property: "b", inTypeAt: 1)
    #expect((edit?.unowned(inOneOf: ["Shop.C", "Shop.A"]) != nil) == isEdited)
  }

  /// Parts that others may have when their owner has gone.
  @Test(arguments: [
    ("", true), ("func door() -> Door { House().door }", false),
    ("func doors() -> [Door] { [] }", false), ("let door = House().door", false),
    ("class Shop { var door: Door? }", false), ("let kept: [Door] = []", false),
    ("class Shop { var doorman: Doorman }", true),
    ("class Shop { var doors: [String: Door] = [:] }", false),
    ("class Shop { var doors = [Door]() }", false),
    ("class Shop { var pair: (first: Door, n: Int)? }", false),
    ("extension House { func open() { let door: Door = doors[0] } }", true),
    ("func open(_ door: Door) -> Bool { true }", true),
    ("func open(_ use: (Door) -> Void) {}", false),
    ("func open(_ use: @escaping (Int, Door) throws -> Void) {}", false),
    ("func open(_ use: @Sendable ([Door]) throws(Fault) -> Void) {}", false),
    ("func open<T>(_ door: Door) -> T? { nil }", true),
    ("class Shop { init(_ house: House) { house.main.map { use($0) } } }", false),
    ("class Shop { var key: (any Hashable)? }", true),
    ("func use(_ house: House) { _ = house.main }", true),
    ("func use(_ house: House) { print(house.main![0].name) }", true),
    ("func use(_ house: House) { print(house.main![0]) }", false),
    ("func way() -> any Opening { doors[0] }", false),
    ("class Shop { var way: any Opening }", false),
    ("extension House { func any() -> Any { doors[0] } }", false),
    ("func any() -> Any { 1 }", true),
    ("class Shop { init(_ house: House) { let d = house.main; f = { d?.open() } } }", false),
    ("class Shop { init(_ house: House) { use(house.main!) } }", false),
    ("class Shop { init(_ house: House) { house.main?.open() } }", true),
    ("class Shop { init(_ house: House) { house.main = nil } }", true),
    ("extension House { func open() { use(main) } }", true),
  ]) func `A part without its owner`(other: String, isEdited: Bool) {
    let text = """
      class House {
        var doors: [Door] = []
        var main: Door?
        func add() { doors.append(Door(self)) }
      }
      class Door: Opening, Hashable {
        let house: House
        init(_ house: House) { self.house = house }
      }
      \(other)
      """
    let edit = PropertyEdit(SourceFiles.Source(sketch: text), property: "house", inTypeAt: 6)
    #expect(
      (edit?.unowned(inOneOf: ["Shop.Door"], of: ["Shop.House"], as: "main") != nil) == isEdited)
  }
}
