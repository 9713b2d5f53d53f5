import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

/// The names of what closures captured.
@Suite struct CapturedVariableTests {
  private typealias Variable = CapturedVariables.Variable

  private static let capturer = "HeapReadingTests.Capturer"
  private static let part = "HeapReadingTests.Capturer.Part"

  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var expected: [CapturedVariables.Variable]?
    var code: UInt

    init<Function>(
      _ testDescription: String, _ expected: [CapturedVariables.Variable]?, _ function: Function
    ) {
      self.testDescription = testDescription
      self.expected = expected
      code = withUnsafeBytes(of: function) { $0.load(as: UInt.self) }
    }
  }

  @Test(
    .enabled(if: Processor.isProven, "debug information is not read here"), arguments: examples)
  func parametersAreTold(_ example: Example) {
    let variables = Symbolizer.shared.capturedVariables(ofFunctionAt: example.code)
    if isOptimized {
      // Some may be missing, and the others are in order.
      var rest = example.expected?[...] ?? []
      for variable in variables?.parameters ?? [] {
        let index = rest.firstIndex(of: variable)
        #expect(index != nil, "\(variable)")
        rest = index.map { rest[($0 + 1)...] } ?? []
      }
    } else {
      #expect(variables == example.expected.map { CapturedVariables(parameters: $0) })
    }
  }

  private static let examples: [Example] = {
    let capturer = Capturer()
    let part = Capturer.Part()
    let own = Variable(name: "self", type: Self.capturer)
    let int = "Swift.Int"
    return [
      Example("self", [own], capturer.own()),
      Example("a parameter", [Variable(name: "part", type: Self.part)], capturer.constant(part)),
      Example(
        "several",
        [
          Variable(name: "first", type: Self.part), Variable(name: "second", type: Self.part),
          Variable(name: "count", type: int), own,
        ], capturer.several(part, part, count: 1)),
      Example(
        "a capture list", [Variable(name: "renamed", type: Self.part)], capturer.listed(part)),
      Example(
        "an optional", [Variable(name: "part", type: "Swift.Optional<\(Self.part)>"), own],
        capturer.optional(part)),
      Example(
        "a variable",
        [Variable(name: "token", type: "Swift.Optional<\(Self.part)>", isVariable: true)],
        capturer.variable(part)),
      Example(
        "after the closure's own",
        [
          Variable(name: "word", type: int), Variable(name: "other", type: int),
          Variable(name: "part", type: Self.part),
        ], capturer.withParameters(part)),
      Example(
        "a local function's", [Variable(name: "part", type: Self.part)], capturer.local(part)),
      Example(
        "an asynchronous closure's", [Variable(name: "part", type: Self.part)],
        capturer.asynchronous(part)),
      Example("nothing", nil, capturer.nothing()),
    ]
  }()

  @Test func captureIsOneOfTheLastParameters() {
    let variables = CapturedVariables(
      parameters: [
        Variable(name: "event", type: "M.View"), Variable(name: "first", type: "M.View"),
        Variable(name: "second", type: "M.View"),
      ])
    func name(_ index: Int, of count: Int, _ type: String = "M.View") -> String? {
      variables.name(ofCapture: index, of: count, types: [type], isOnlyOfItsType: false)
    }
    #expect((0..<2).map { name($0, of: 2) } == ["first", "second"])
    #expect(name(0, of: 3) == "event")
    // Of another type, more captures than parameters, and no capture at all.
    #expect(name(0, of: 2, "M.Other") == nil)
    #expect(name(0, of: 4) == nil)
    #expect(name(2, of: 2) == nil)
    #expect(name(-1, of: 2) == nil)
  }

  @Test func whereParametersMayBeMissingTheTypeMustTell() {
    let variables = CapturedVariables(
      parameters: [
        Variable(name: "first", type: "M.View"), Variable(name: "cart", type: "M.Cart"),
        Variable(name: "a", type: "M.Page"), Variable(name: "b", type: "M.Page"),
      ], isPartial: true)
    func name(_ types: [String], isOnlyOfItsType: Bool = true) -> String? {
      variables.name(ofCapture: 0, of: 9, types: types, isOnlyOfItsType: isOnlyOfItsType)
    }
    #expect(name(["M.View"]) == "first")
    #expect(name(["M.Derived", "M.Cart"]) == "cart")
    #expect(name(["M.View"], isOnlyOfItsType: false) == nil)
    #expect(name(["M.Page"]) == nil)
    #expect(name(["M.Other"]) == nil)
  }
}
