import LeakHeapModel
import LeakTesting
import TestOrder
import Testing

@Suite(.afterOthers, .leakFree) struct TypeNameTests {
  @Test(arguments: [
    ("Shop.Cart", "Cart"),
    ("M.Shop.Cart", "Shop.Cart"),
    ("closure context", "closure context"),
    ("Shop.Box<Swift.Array<Shop.Item>>", "Box<Array<Item>>"),
    ("M.Outer<Swift.Int>.Inner.Deep", "Outer<Int>.Inner.Deep"),
    ("M.Pair<Swift.Int, (a: M.A, M.B)>", "Pair<Int, (a: A, B)>"),
    ("M.Box<any M.P & M.Q>", "Box<any P & Q>"),
    ("M.Box<(M.A) -> ()>", "Box<(A) -> ()>"),
  ])
  func `Names carry their module only where it is asked for`(
    qualified: String, short: String
  ) {
    let name = TypeName(qualified)
    #expect(name.qualified == qualified)
    #expect(name.short == short)
  }

  @Test func `Generic arguments can be left out`() {
    #expect(TypeName("M.Outer<Swift.Array<M.A>>.Inner<M.B>").withoutArguments == "Outer.Inner")
  }

  @Test(arguments: [
    ("Swift.Array<M.A>", ["M.A"]),
    ("Swift.Dictionary<Swift.String, M.Box<M.A, M.B>>", ["Swift.String", "M.Box<M.A, M.B>"]),
    ("M.A", []), ("M.Outer<M.A>.Inner<M.B>", []), ("M.Box<(M.A) -> ()>", []),
  ])
  func `Generic arguments can be told`(name: String, arguments: [String]) {
    #expect(TypeName(name).arguments == arguments)
  }
}
