import Testing

@testable import LeakExplaining

/// What is advised about a variable that keeps an object: its own end, or that of what it leads through.
@Suite struct ReleaseAdviceTests {
  private static func property(
    of owner: String, _ path: String, to target: String? = "Shop.Player"
  ) -> RetainPath.Step {
    .property(RetainPath.Step.Property(owner: owner, path: path, target: target))
  }

  private static let closure = RetainPath.Step.capture(
    RetainPath.Step.Capture(
      function: "closure #1 in Player.play()", target: "Shop.Player", isSelf: true))

  /// The references behind the variable, and the advice.
  private static let table: [([RetainPath.Step], String)] = [
    ([], "refers to it. Clear the variable"),
    ([closure], "refers to it. Clear the variable"),
    ([property(of: "Shop.Cache", "latest")], "leads to it. Clear Cache.latest"),
    ([property(of: "Shop.Cache", "players[value]")], "leads to it. Take it out of Cache.players"),
    (
      [property(of: "Shop.Bus", "handlers[value][0]", to: nil), closure],
      "leads to it. Take the closure out of Bus.handlers"
    ),
    ([property(of: "Shop.Bus", "onEnd", to: nil), closure], "leads to it. Clear Bus.onEnd"),
    // What is behind the closure is as the closure has it.
    (
      [
        property(of: "Shop.Bus", "onEnd", to: nil), closure,
        property(of: "Shop.Player", "tracks[0]", to: "Shop.Track"),
      ], "leads to it. Clear Bus.onEnd"
    ),
    (
      [
        property(of: "Shop.Root", "player"),
        property(of: "Shop.Player", "tracks[0]", to: "Shop.Track"),
      ], "leads to it. Clear the variable, or one of the properties on the way to it,"
    ),
    // Nobody can change what a class of the system's has.
    ([property(of: "Foundation.NSArray", "_storage[0]")], "refers to it. Clear the variable"),
    ([property(of: "Task", "value")], "refers to it. Clear the variable"),
    ([property(of: "Shop.Pool", "[0]")], "leads to it. Take it out of Pool"),
    (
      [
        property(of: "Shop.Cache", "entries", to: "Foundation.NSArray"),
        property(of: "Foundation.NSArray", "_storage[0]"),
      ], "leads to it. Clear Cache.entries"
    ),
  ]

  @Test(arguments: table) func `What to do about the variable`(
    steps: [RetainPath.Step], advice: String
  ) {
    #expect(HoldingPath(steps: steps).releaseAdvice == advice)
  }

  /// The references behind a property of a suite, the property, and the advice.
  private static let ofSuite: [([RetainPath.Step], String?, String?)] = [
    ([], "CartTests.cart", nil), ([], nil, nil),
    ([property(of: "Shop.CartTests", "cart")], "CartTests.cart", nil),
    ([property(of: "Shop.Cart", "player")], "CartTests.cart", "leads to it. Clear Cart.player"),
    (
      [
        property(of: "Shop.CartTests", "cart", to: "Shop.Cart"),
        property(of: "Shop.Cart", "player"),
      ], "CartTests.cart", "leads to it. Clear Cart.player"
    ),
    (
      [
        property(of: "Shop.Root", "cart", to: "Shop.Cart"), property(of: "Shop.Cart", "player"),
      ], nil, "leads to it. Clear one of the properties on the way to it"
    ),
  ]

  @Test(arguments: ofSuite) func `What to do about what a variable of the test's refers to`(
    steps: [RetainPath.Step], property: String?, advice: String?
  ) {
    #expect(HoldingPath(steps: steps).releaseAdvice(behind: property) == advice)
  }
}
