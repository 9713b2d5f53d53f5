import LeakTesting
import TestOrder
import Testing

/// A reference that may be changed instead of the one that is told lets all objects go as well.
@Suite(.slow, .leakFree) struct StandInTests {
  private final class Desk {
    var lamp: Lamp?
    var chair: Chair?
  }

  private final class Lamp {
    var desk: Desk?
    var shade: Shade?
  }

  private final class Shade {
    var desk: Desk?
  }

  private final class Chair {
    var desk: Desk?
  }

  private static func advice(_ connect: (Desk) -> Void) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let desk = Desk()
      connect(desk)
      return desk
    }
    return report.leaks.first?.path?.cuts.map(\.advice).sorted() ?? []
  }

  @Test func `Either reference of one cycle does`() async {
    let advice = await Self.advice { desk in
      desk.lamp = Lamp()
      desk.lamp?.desk = desk
    }
    #expect(
      advice == [
        "Try weak var on StandInTests.Desk.lamp, or on StandInTests.Lamp.desk: the code does not tell which of the two "
          + "owns the other."
      ])
  }

  /// The lamp's way back to the desk is on one of the two cycles only.
  @Test func `Of two cycles that share a reference only that does`() async {
    let advice = await Self.advice { desk in
      let lamp = Lamp()
      desk.lamp = lamp
      lamp.desk = desk
      lamp.shade = Shade()
      lamp.shade?.desk = desk
    }
    #expect(
      advice == [
        "Try weak var on StandInTests.Desk.lamp: the code does not tell whether it owns the StandInTests.Lamp."
      ])
  }

  @Test func `Cycles that share no reference have theirs each`() async {
    let advice = await Self.advice { desk in
      desk.lamp = Lamp()
      desk.lamp?.desk = desk
      desk.chair = Chair()
      desk.chair?.desk = desk
    }
    let undecided = "the code does not tell which of the two owns the other."
    #expect(
      advice == [
        "Try weak var on StandInTests.Chair.desk, or on StandInTests.Desk.chair: \(undecided)",
        "Try weak var on StandInTests.Desk.lamp, or on StandInTests.Lamp.desk: \(undecided)",
      ])
  }

  // MARK: Alternatives of several cycles

  private final class Red {
    var green: Green?
    var blue: Blue?
  }

  private final class Green {
    var red: Red?
    var blue: Blue?
  }

  private final class Blue {
    var red: Red?
    var green: Green?
  }

  /// Whichever of those that are named a person takes for each cycle, all goes.
  @Test func `Alternatives of several cycles fit together`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let (red, green, blue) = (Red(), Green(), Blue())
      (red.green, red.blue) = (green, blue)
      (green.red, green.blue) = (red, blue)
      (blue.red, blue.green) = (red, green)
      return red
    }
    let cuts = report.leaks.first?.path?.cuts ?? []
    #expect(cuts.count == 3)
    let named = cuts.map { cut in
      cut.advice.matches(of: #/StandInTests\.(Red|Green|Blue)\.(red|green|blue)/#)
        .map { ["\($0.output.1)".lowercased(), "\($0.output.2)"] }
    }
    let colours = ["red", "green", "blue"]
    let all = colours.flatMap { from in colours.filter { $0 != from }.map { [from, $0] } }
    let ways = named.reduce([[]]) { ways, names in ways.flatMap { way in names.map { way + [$0] } }
    }
    #expect(!ways.isEmpty)
    for way in ways {
      var left = all.filter { !way.contains($0) }
      while let end = colours.first(where: { colour in
        left.contains { $0[1] == colour } && !left.contains { $0[0] == colour }
      }) {
        left.removeAll { $0[1] == end }
      }
      #expect(left.isEmpty, "\(way) leaves \(left) of \(cuts.map(\.advice))")
    }
  }

  private final class Shelf {
    var book: Book?
    private(set) var reads = 0
    func read() { reads += 1 }
  }

  private final class Book {
    let shelf: Shelf
    private var onOpen: (() -> Void)?

    init(on shelf: Shelf) { self.shelf = shelf }

    func open() { onOpen = { [shelf = self.shelf] in shelf.read() } }
  }

  /// Whoever makes the shelf's reference weak has no other change to make.
  @Test(.disabled(if: isOptimized, "in optimised code one change is told"))
  func `Where an alternative breaks both cycles it is not said that both changes are needed`() async
  {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let shelf = Shelf()
      let book = Book(on: shelf)
      shelf.book = book
      book.open()
      return shelf
    }
    let text = report.leaks.first?.description ?? ""
    #expect(text.contains("or weak var on StandInTests.Shelf.book"))
    #expect(
      text.contains(
        "Both cycles must be broken: each cycle alone keeps objects alive, unless a deinit breaks it."
      ), "\(text)")
  }
}
