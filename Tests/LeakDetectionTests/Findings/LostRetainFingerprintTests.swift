import LeakTesting
import Testing

@testable import LeakExplaining

/// The short names of objects that have a retain too many.
@Suite(.leakFree) struct LostRetainFingerprintTests {
  private static func fingerprint(
    of object: String, from start: String? = nil, along steps: [RetainPath.Step] = []
  ) -> String {
    RetainPath(
      start: object, steps: [], suspect: 0, advice: "", references: [],
      approach: start.map { RetainPath.Approach(start: $0, steps: steps) }
    ).fingerprint
  }

  private static func capture(by function: String, of target: String) -> RetainPath.Step {
    .capture(
      RetainPath.Step.Capture(function: function, module: "Shop", target: target, isSelf: true))
  }

  private static func storage(of target: String) -> RetainPath.Step {
    .property(
      RetainPath.Step.Property(
        owner: "Swift._ContiguousArrayStorage<Shop.Cart>", path: "[0]", target: target))
  }

  @Test func `A closure context is known by its closure`() {
    let names = [
      "closure #1 in Cart.pay()", "closure #2 in Cart.pay()", "closure #1 in Till.open()",
    ]
    .map { function in
      Self.fingerprint(
        of: "Shop.Cart", from: "closure context",
        along: [Self.capture(by: function, of: "Shop.Cart")])
    }
    #expect(Set(names).count == 3)
    // Whatever lies behind it.
    let further = Self.fingerprint(
      of: "Shop.Item", from: "closure context",
      along: [
        Self.capture(by: "closure #1 in Cart.pay()", of: "Shop.Cart"),
        .property(RetainPath.Step.Property(owner: "Shop.Cart", path: "item", target: "Shop.Item")),
      ])
    #expect(further == names[0])
  }

  @Test func `What no code of the program has is known by what it leads to`() {
    let names = ["Shop.Cart", "Shop.Item"].map { type in
      Self.fingerprint(
        of: type, from: "Swift._ContiguousArrayStorage<\(type)>", along: [Self.storage(of: type)])
    }
    #expect(names[0] != names[1])
    #expect(
      Self.fingerprint(of: "Shop.Cart", from: "box")
        != Self.fingerprint(of: "Shop.Item", from: "box"))
  }

  @Test func `An object of the program is known by its type`() {
    let own = Self.fingerprint(of: "Shop.Cart")
    let leading = Self.fingerprint(
      of: "Shop.Item", from: "Shop.Cart",
      along: [
        .property(RetainPath.Step.Property(owner: "Shop.Cart", path: "item", target: "Shop.Item"))
      ])
    #expect(own == leading)
  }
}
