import LeakTesting
import Testing

/// A reference that may be changed instead of the one that is told lets all objects go as well.
@Suite(.leakFree) struct StandInTests {
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
}
