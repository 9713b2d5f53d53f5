import Foundation
import LeakTesting
import Testing

@testable import LeakReporting

@Suite(.leakFree) struct SourceFinderTests {
  @Test func columnsCountCharacters() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(
      at: root.appending(path: "Sources"), withIntermediateDirectories: true)
    try Data("let a = 1\nlet é = 2; let b = 3\n".utf8)
      .write(to: root.appending(path: "Sources/Shop.swift"))
    let sources = SourceFinder(root: root.path + "/Sources/..")
    #expect(sources.relative(root.path + "/Sources/Shop.swift") == "Sources/Shop.swift")
    #expect(sources.relative("/elsewhere/Shop.swift") == "Sources/Shop.swift")
    #expect(sources.relative("/elsewhere/Till.swift") == nil)
    // There is no fourth line.
    let columns = [(5, 1), (5, 2), (13, 2), (7, 4)].map { byte, line in
      sources.column(ofByte: byte, onLine: line, of: "Sources/Shop.swift")
    }
    #expect(columns == [5, 5, 12, 7])
    #expect(sources.column(ofByte: 9, onLine: 1, of: "Sources/Till.swift") == 9)
  }

  /// What a leak is shown at whose closure was compiled in a file at `path`, with a test of the package's own.
  private static func place(compiledAt path: String?, module: String = "Radio", line: Int = 2)
    throws -> String
  {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    for file in [
      ".build/checkouts/radio/Sources/Radio/Store.swift", "Sources/My-Shop/Store.swift",
      "Main.swift", "Tests/ShopTests/ShopTests.swift",
    ] {
      let file = root.appending(path: file)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("// One\n// Two\n".utf8).write(to: file)
    }
    let path = path?.replacing("ROOT", with: root.path)
    let file = path?.split(separator: "/").last.map(String.init) ?? "Store.swift"
    let capture = RetainPath.Step.Capture(
      function: "closure #1 in Store.open()", module: module, target: "Shop.Cart", isSelf: false,
      line: RetainPath.SourceLine(file: file, line: line))
    var retained = RetainPath(
      start: "Shop.Cart", steps: [.capture(capture)], suspect: 0, advice: "Try it.", references: [])
    retained.suspectFile = path
    let location = CodeLocation(
      fileID: "ShopTests/ShopTests.swift", filePath: "/ci/Tests/ShopTests/ShopTests.swift", line: 1,
      column: 3)
    return try place(
      of: Leak(typeName: "Shop.Cart", verdict: .leaked(retained), location: location), below: root)
  }

  private static func place(of leak: Leak, below root: URL) throws -> String {
    var run = RunReport(process: 1)
    run.findings = [RunReport.Finding(test: nil, standing: .new, leak: leak)]
    let cause = try #require(MergedReport([run], known: []).causes.first)
    return SourceFinder(root: root.path).place(of: cause).map { "\($0.path):\($0.line)" } ?? "none"
  }

  /// No line has asked for it: the process was checked as a whole.
  @Test(arguments: [
    ("Shop.Cart", "Store.swift", 2, "Sources/Shop/Store.swift:2"),
    ("Shop.Cart", "Store.swift", 3, "none"), ("Radio.Tuner", "Store.swift", 2, "none"),
    ("Shop.Cart", "Other.swift", 2, "none"),
  ])
  func whereALeakIsShownThatNoTestAskedFor(type: String, file: String, line: Int, place: String)
    throws
  {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let source = root.appending(path: "Sources/Shop/Store.swift")
    try FileManager.default.createDirectory(
      at: source.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("// One\n// Two\n".utf8).write(to: source)
    let site = AllocationSite(
      function: "Store.open()", line: RetainPath.SourceLine(file: file, line: line))
    let leak = Leak(typeName: type, verdict: .held(by: []), location: .unknown, created: site)
    #expect(try Self.place(of: leak, below: root) == place)
  }

  /// A file of a dependency's, or of another module's, is not the package's own of that name, and none has lines past its end.
  @Test(arguments: [
    ("ROOT/Sources/My-Shop/Store.swift", "Sources/My-Shop/Store.swift:2"),
    ("/ci/shop/Sources/My-Shop/Store.swift", "Sources/My-Shop/Store.swift:2"),
    ("/ci/shop/Main.swift", "Main.swift:2"),
    ("ROOT/.build/checkouts/radio/Sources/Radio/Store.swift", nil),
    ("/ci/shop/.build/checkouts/radio/Sources/Radio/Store.swift", nil),
    ("/ci/shop/.build/checkouts/radio/Main.swift", nil),
    ("/ci/radio/Sources/Radio/Store.swift", nil),
  ])
  func whereALeakIsShown(path: String, place: String?) throws {
    let test = "Tests/ShopTests/ShopTests.swift:1"
    #expect(try Self.place(compiledAt: path) == place ?? test)
    #expect(try Self.place(compiledAt: path, line: 3) == test)
  }

  /// The file that has the suspect's name alone must be the module's.
  @Test(arguments: [
    ("My_Shop", "Sources/My-Shop/Store.swift:2"), ("Radio", "Tests/ShopTests/ShopTests.swift:1"),
  ])
  func whereALeakIsShownOfWhoseFileOnlyTheNameIsKnown(module: String, place: String) throws {
    #expect(try Self.place(compiledAt: nil, module: module) == place)
  }
}
