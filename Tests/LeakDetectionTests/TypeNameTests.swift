import Testing

@testable import LeakDetection

@Suite struct TypeNameTests {
  @Test(arguments: [
    ("Shop.Cart", "Shop.Cart", "Cart"),
    ("M.Shop.Cart", "M.Shop.Cart", "Shop.Cart"),
    ("closure context", "closure context", "closure context"),
    (
      "Shop.Box<Swift.Array<Shop.Item>>", "Shop.Box<Swift.Array<Shop.Item>>", "Box<Array<Item>>"
    ),
    ("M.Outer<Swift.Int>.Inner.Deep", "M.Outer<Swift.Int>.Inner.Deep", "Outer<Int>.Inner.Deep"),
    (
      "M.Pair<Swift.Int, (a: M.A, M.B)>", "M.Pair<Swift.Int, (a: M.A, M.B)>",
      "Pair<Int, (a: A, B)>"
    ),
    ("M.Box<any M.P & M.Q>", "M.Box<any M.P & M.Q>", "Box<any P & Q>"),
    ("M.Box<(M.A) -> ()>", "M.Box<(M.A) -> ()>", "Box<(A) -> ()>"),
    ("M.(Cart in $7f00aa)", "M.Cart", "Cart"),
    ("M.(Cart in _55AA).Item", "M.Cart.Item", "Cart.Item"),
    ("M.(unknown context at $7f00aa).Cart", "M.Cart", "Cart"),
    ("M.(unknown context at $7f00aa).(Cart in $11).Item", "M.Cart.Item", "Cart.Item"),
    ("(extension in M):Swift.Array<M.A>.Cart", "Swift.Array<M.A>.Cart", "Array<A>.Cart"),
  ])
  func `Names carry their module only where it is asked for`(
    spelling: String, qualified: String, short: String
  ) {
    let name = TypeName(spelling)
    #expect(name.qualified == qualified)
    #expect(name.short == short)
  }

  @Test func `Generic arguments can be left out`() {
    #expect(TypeName("M.Outer<Swift.Array<M.A>>.Inner<M.B>").withoutArguments == "Outer.Inner")
  }
}
