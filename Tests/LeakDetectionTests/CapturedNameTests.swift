import LeakHeapModel
import LeakHeapReading
import LeakSymbolication
import Testing

@testable import LeakExplaining

/// How captures with names are told.
@Suite struct CapturedNameTests {
  private static func view(
    _ names: String..., label: ReferenceLabel? = .capture(type: "Shop.View"),
    in type: String? = nil, variableType: String = "Shop.View"
  ) -> RetainPath? {
    var heap = HeapSketch()
    let view = heap.instance("Shop.View")
    let closure = heap.function(
      "closure #1 in start()", in: type,
      variables: CapturedVariables(
        parameters: names.map { CapturedVariables.Variable(name: $0, type: variableType) }))
    if let label {
      let context = heap.object(.closureContext)
      heap.refer(view, to: context, .property("handler"), function: closure)
      heap.refer(context, to: view, label)
    } else {
      heap.refer(view, to: view, .property("handler"), function: closure)
    }
    return heap.path()
  }

  @Test(arguments: [ReferenceLabel.capture(type: "Shop.View"), nil])
  func `A capture is told by its name`(label: ReferenceLabel?) throws {
    let path = try #require(Self.view("view", label: label))
    #expect(path.steps.last?.note == "captures view: View strongly")
    #expect(path.advice == "Try [weak view] in closure #1 in start().")
    #expect(path.steps.last?.capture?.variable == "view")
  }

  @Test func `The closure's own parameters come first`() {
    let path = Self.view("event", "first", "second", label: .capture(1, of: 2, type: "Shop.View"))
    #expect(path?.steps.last?.note == "captures second: View strongly")
  }

  @Test func `A part of a captured value is told by its path`() throws {
    let path = try #require(
      Self.view(
        "context", label: .capture(path: "view", type: "Shop.Context"), variableType: "Shop.Context"
      ))
    #expect(path.steps.last?.note == "captures context.view: View strongly")
    #expect(path.advice.contains("as in [weak view = context.view]: "))
    let tuple = try #require(
      Self.view("pair", label: .capture(path: "0", type: "Shop.Pair"), variableType: "Shop.Pair"))
    #expect(tuple.advice.contains("as in [weak view = pair.0]: "))
  }

  /// The binary calls it by the function that it is declared in, and the runtime by that function's type.
  @Test func `A variable of a local type has its name`() {
    let cart = CapturedVariables.Variable(name: "cart", type: "Cart #1 in Shop.Till.pay() -> ()")
    let empty = CapturedVariables.Variable(
      name: "empty", type: "Swift.Optional<Box #1 in Shop.pay() -> ()<[Swift.Int : Swift.String]>>")
    let variables = CapturedVariables(parameters: [cart, empty])
    func name(_ index: Int, _ type: String) -> String? {
      variables.name(ofCapture: index, of: 2, types: [type], isOnlyOfItsType: true)
    }
    #expect(name(0, "Shop.Till.Cart") == "cart")
    #expect(name(0, "Shop.Till.Bag") == nil)
    #expect(name(0, "Swift.Optional<Shop.Till.Cart>") == nil)
    #expect(
      name(1, "Swift.Optional<Shop.Box<Swift.Dictionary<Swift.Int, Swift.String>>>") == "empty")
  }

  @Test func `What a task's closure has besides is no variable`() {
    let variables = CapturedVariables(parameters: [.init(name: "view", type: "Shop.View")])
    func name(_ type: String, isOnly: Bool) -> String? {
      variables.name(ofCapture: 1, of: 2, types: [type], isOnlyOfItsType: isOnly)
    }
    #expect(name("Shop.View", isOnly: true) == "view")
    #expect(name("Shop.View", isOnly: false) == nil)
    #expect(name("Shop.Cart", isOnly: true) == nil)
  }

  @Test func `self stays as it is`() {
    let path = Self.view("self", in: "View")
    #expect(path?.steps.last?.note == "captures View (self) strongly")
    #expect(path?.steps.last?.capture?.variable == nil)
    #expect(path?.advice.hasPrefix("Try [weak self] in closure #1 in start().") == true)
    let unwrapped = Self.view("strongSelf", in: "View")
    #expect(unwrapped?.steps.last?.note == "captures strongSelf: View (self) strongly")
  }

  @Test func `Another object of the same type is not self, and the defect has the same name`() {
    let other = Self.view("other", in: "View")
    #expect(other?.steps.last?.note == "captures other: View strongly")
    #expect(other?.advice == "Try [weak other] in closure #1 in start().")
    #expect(other?.fingerprint == Self.view("self", in: "View")?.fingerprint)
  }

  @Test func `What does not fit has no name`() {
    for path in [
      Self.view(), Self.view("view", variableType: "Shop.Other"),
      Self.view("view", label: .capture(0, of: 2, type: "Shop.View")),
    ] {
      #expect(path?.steps.last?.note == "captures View strongly")
      #expect(path?.advice == "Try a weak capture of View in closure #1 in start().")
    }
  }
}
