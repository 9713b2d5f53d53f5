import Foundation
import Testing

@testable import LeakHeapReading
@testable import LeakSymbolication

/// Where functions that the compiler of this test made are written.
@Suite(.enabled(if: canReadDebugInformation, "debug information is not read here"))
struct SourceLineTests {
  struct Expectation: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: UInt
    var line: Int

    init(_ kind: String, _ lined: Lined) {
      testDescription = kind
      code = lined.code
      line = lined.line
    }

    init(_ kind: String, _ lined: LinedAsync) {
      testDescription = kind
      code = lined.code
      line = lined.line
    }
  }

  @Test(arguments: expectations) func functionHasItsLine(_ expectation: Expectation) throws {
    let line = try #require(Symbolizer.shared.sourceLine(at: expectation.code))
    #expect(line.file == "LinedClosures.swift")
    if isOptimized, line.isApproximate {
      #expect((expectation.line - 5...expectation.line).contains(line.line))
    } else {
      #expect(line.line == expectation.line)
      #expect(!line.isApproximate)
    }
  }

  @Test func functionAroundStandsForAutoclosure() {
    let autoclosure = linedAutoclosure(1)
    let place = Symbolizer.shared.sourceLine(at: autoclosure.code)
    #expect(
      place
        == SourcePlace(
          file: "LinedClosures.swift", line: autoclosure.line, isApproximate: true,
          path: linedClosuresPath, builtAt: place?.builtAt))
    // This binary was written after its sources, and before now.
    #expect((1_600_000_000...Date().timeIntervalSince1970).contains(place?.builtAt ?? 0))
  }

  /// What a macro is expanded to has lines of its own, and a file that nobody can open.
  @Test func closureInAMacroIsWhereTheMacroIsUsed() throws {
    var lined: Lined?
    let start = #line + 1
    #expect(throws: Never.self) {
      lined = Lined { opaque(start) }
    }
    let code = try #require(lined).code
    let place = try #require(Symbolizer.shared.sourceLine(at: code))
    #expect(place.file == "SourceLineTests.swift")
    #expect(place.line == start)
    #expect(place.isApproximate && place.isExpansion)
  }

  @Test(arguments: [
    (
      "@__swiftmacro_6CTests0012Aswift_DrJCafMX10_4_6expectfMf_.swift",
      "A.swift", 11
    ),
    ("@__swiftmacro_.swift", nil, nil), ("A.swift", nil, nil), ("", nil, nil),
  ]) func expansionIsUsedSomewhere(file: String, used: String?, line: Int?) {
    let use = MacroExpansion.use(ofFile: file)
    #expect(use?.file == used)
    #expect(use?.line == line)
  }

  @Test func addressesOutsideCodeHaveNoLine() {
    let controller = LinedController()
    let object = UInt(bitPattern: Unmanaged.passUnretained(controller).toOpaque())
    withExtendedLifetime(controller) {
      #expect([0, 1, UInt.max, object].map(Symbolizer.shared.sourceLine) == [nil, nil, nil, nil])
    }
  }

  @Test func concurrentQuestionsAgree() async {
    let symbolizer = Symbolizer()
    let codes = Self.expectations.map(\.code)
    let lines = await withTaskGroup(of: [SourcePlace?].self) { group in
      for _ in 0..<4 {
        group.addTask { codes.map { symbolizer.sourceLine(at: $0) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(
      lines == Array(repeating: codes.map { Symbolizer.shared.sourceLine(at: $0) }, count: 4))
  }

  private static let expectations: [Expectation] = {
    let controller = LinedController()
    return [
      Expectation("closure", controller.plain()),
      Expectation("closure in a lazy property", controller.handler),
      Expectation("closure after other statements", controller.inThirdPlace()),
      Expectation("nested closure", controller.nested()),
      Expectation("closure with self in its capture list only", controller.captureListOnly()),
      Expectation("weak closure", controller.weakly()),
      Expectation("generic closure", controller.generic(controller)),
      Expectation("local function", controller.local()),
      Expectation("asynchronous closure", controller.asynchronous()),
      Expectation("method", controller.method()),
      Expectation("closure in a free function", linedFree(1)),
      Expectation("free function", linedFunction()),
    ]
  }()
}

/// Which functions a symbol may stand for.
@Suite struct ForwarderTests {
  @Test(arguments: [
    ("$s4Shop4CartC5startyyFyycfU_", ["$s4Shop4CartC5startyyFyycfU_"]),
    (
      "$s4Shop4CartC5startyyFyycfU_TA",
      ["$s4Shop4CartC5startyyFyycfU_", "$s4Shop4CartC5startyyFyycfU_TA"]
    ),
    (
      "$s4Shop4CartC5startyyFyyYacfU_TATu.12",
      [
        "$s4Shop4CartC5startyyFyyYacfU_", "$s4Shop4CartC5startyyFyyYacfU_TA",
        "$s4Shop4CartC5startyyFyyYacfU_TATu",
      ]
    ),
    (
      "$s4Shop4CartC5startyyFyyYacfU_TY0_",
      ["$s4Shop4CartC5startyyFyyYacfU_", "$s4Shop4CartC5startyyFyyYacfU_TY0_"]
    ),
    (
      "$s4Shop4CartC5startyyxlFyycfU_Si_TG5TA",
      [
        "$s4Shop4CartC5startyyxlFyycfU_Si_Tg5", "$s4Shop4CartC5startyyxlFyycfU_Si_TG5",
        "$s4Shop4CartC5startyyxlFyycfU_Si_TG5TA",
      ]
    ),
    ("main", ["main"]), ("", [""]), ("_", ["_"]), ("0_", ["0_"]), ("Y0_", ["Y0_"]),
    ("TA", ["", "TA"]),
  ])
  func functionsStandBehindForwarders(symbol: String, functions: [String]) {
    #expect(Symbolizer.functions(behind: symbol) == functions)
  }

  private static let specialized = "$s4Shop4CartC5startyyFyycfU_SiTf3pSi1_n"

  @Test(
    .enabled(
      if: FunctionName(symbol: specialized).text != specialized,
      "the runtime does not know such symbols, which Swift 6.3 makes"))
  func functionsStandBehindSpecializations() {
    #expect(
      Symbolizer.functions(behind: Self.specialized)
        == ["$s4Shop4CartC5startyyFyycfU_", Self.specialized])
  }

  @Test(arguments: [
    (
      "$s4Shop4CartC5startyyFyycfU_yycfU0_",
      ["$s4Shop4CartC5startyyFyycfU_", "$s4Shop4CartC5startyyF"]
    ),
    // What is named by `self` of the method is not what the second closure around it captures.
    (
      "$s4Shop4CartC5startyyFyycfU0_yycfU_",
      ["$s4Shop4CartC5startyyFyycfU0_", "$s4Shop4CartC5startyyF"]
    ),
    ("$s4Shop4CartC5startyyF", []), ("main", []), ("", []),
  ])
  func functionsStandAroundClosures(symbol: String, functions: [String]) {
    #expect(Symbolizer.functions(around: symbol) == functions)
  }
}

/// Whether the kit can read debug information on this platform.
private let canReadDebugInformation: Bool = {
  #if os(Linux) && _pointerBitWidth(_64)
    true
  #else
    false
  #endif
}()
