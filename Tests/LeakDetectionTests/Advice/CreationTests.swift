import LeakHeapModel
import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Of two objects that refer to one another, whose reference is to change: that of the part, which the other one's code makes. No
/// name says so.
@Suite(.slow, .leakFree) struct CreationTests {
  final class Zoo {
    var apes: Apes?
    init() {
      apes = Apes()
      apes?.zoo = self
    }
  }
  final class Apes { var zoo: Zoo? }

  final class Band {
    var zither: Zither?
    func begin() { zither = Zither(self) }
  }
  final class Zither {
    let band: Band
    init(_ band: Band) { self.band = band }
  }

  final class Anchor { var boat: Boat? }
  final class Boat {
    lazy var anchor: Anchor? = {
      let anchor = Anchor()
      anchor.boat = self
      return anchor
    }()
    var wheel: Wheel?
  }
  final class Wheel {
    var boat: Boat?
    static func mounted(on boat: Boat) { boat.wheel = Wheel() }
  }

  final class Yard<Element> {
    var ants: Ants<Element>?
    init() {
      ants = Ants()
      ants?.yard = self
    }
  }
  final class Ants<Element> { var yard: Yard<Element>? }

  class Pedal {
    var bike: Bike?
    init() {}
    convenience init(of bike: Bike) {
      self.init()
      self.bike = bike
    }
  }
  final class RubberPedal: Pedal {}
  final class Bike {
    var pedal: Pedal?
    init() { pedal = RubberPedal(of: self) }
  }

  class Figure { var other: Figure? }
  final class Queen: Figure {}
  final class King: Figure {
    static func alone() -> Figure { Figure() }
  }

  private static func suspect(_ make: @Sendable () -> AnyObject) async throws -> String {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { make() }
    let property = try #require(report.leaks.first?.path?.steps.last?.property)
    return "\(TypeName(property.owner).short).\(property.path)"
  }

  @Test func initializerMakesThePart() async throws {
    #expect(try await Self.suspect { Zoo() } == "CreationTests.Apes.zoo")
  }

  @Test func methodMakesThePart() async throws {
    let suspect = try await Self.suspect {
      let band = Band()
      band.begin()
      return band
    }
    #expect(suspect == "CreationTests.Zither.band")
  }

  @Test func closureOfALazyPropertyMakesThePart() async throws {
    let suspect = try await Self.suspect {
      let boat = Boat()
      _ = boat.anchor
      return boat
    }
    #expect(suspect == "CreationTests.Anchor.boat")
  }

  @Test func partOfAGenericClass() async throws {
    #expect(try await Self.suspect { Yard<Int>() } == "CreationTests.Ants<Int>.yard")
  }

  @Test(.disabled(if: isOptimized, "the initializer is inlined there"))
  func initializerOfASuperclassMakesThePart() async throws {
    let suspect = try await Self.suspect { Bike() }
    #expect(suspect == "CreationTests.RubberPedal.bike")
  }

  /// Who is derived from a class, and makes another of it, has not made the other one that is.
  @Test func commonSuperclassSaysNothing() async throws {
    let advice = try await Self.advice {
      let king = King()
      king.other = Queen()
      king.other?.other = king
      _ = King.alone()
      return king
    }
    #expect(
      advice
        == "Try weak var on CreationTests.Figure.other: the code does not tell whether it owns the CreationTests.King."
    )
  }

  private static func advice(_ make: @Sendable () -> AnyObject) async throws -> String {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { make() }
    return try #require(report.leaks.first?.path?.advice)
  }

  /// Who makes itself for the other one is no part: nothing is said then.
  @Test func classThatMakesItselfSaysNothing() async throws {
    let suspect = try await Self.suspect {
      let boat = Boat()
      Wheel.mounted(on: boat)
      boat.wheel?.boat = boat
      return boat
    }
    #expect(suspect == "CreationTests.Boat.wheel")
  }
}
