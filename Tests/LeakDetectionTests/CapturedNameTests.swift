import HeapModel
import HeapReading
import Testing

@testable import LeakDetection

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
    #expect(path.advice.contains("as in [weak view]"))
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
