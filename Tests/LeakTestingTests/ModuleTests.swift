import Foundation
import TestOrder
import Testing

/// What the manifest, the sources and the article say of the modules is the same.
@Suite(.slow, .afterOthers) struct ModuleTests {
  private let modules: PackageModules

  init() throws { modules = try PackageModules() }

  @Test func manifestHasTheModulesThatAreImported() throws {
    let known = Set(modules.modules.map(\.name))
    for module in try modules.swift {
      #expect(
        try module.imports().intersection(known).sorted() == module.dependencies.sorted(),
        "\(module.name)")
    }
  }

  @Test func articleDrawsTheModules() throws {
    let article = try text(of: "Sources/LeakTesting/LeakTesting.docc/Architecture.md")
    #expect(article.contains("```\n\(modules.drawing)\n```"), "draw:\n\(modules.drawing)")
  }

  /// The file of each module that has its name is what someone reads first.
  @Test func eachModuleSaysWhatItIs() throws {
    let library = try modules.swift.filter { !["LeakTestingCases", "leakcases"].contains($0.name) }
    #expect(library.count > 10)
    for module in library {
      let first = try String(
        contentsOf: module.folder.appending(path: "\(module.name).swift"), encoding: .utf8)
      let lines = first.split(separator: "\n")
      #expect(lines.allSatisfy { $0.hasPrefix("//") } && lines.count <= 16, "\(module.name)")
      for part in ["// In: ", "Out: ", "// It never knows "] {
        #expect(first.contains(part), "\(module.name) does not say '\(part)'")
      }
    }
  }

  /// What the kit itself allocates is not recorded, and its functions hold nothing: both go by the names of its modules.
  @Test func theKitKnowsItsOwnModules() throws {
    let dependencies = Dictionary(
      uniqueKeysWithValues: modules.modules.map { ($0.name, $0.dependencies) })
    var own: Set<String> = []
    func visit(_ name: String) {
      guard own.insert(name).inserted else { return }
      for next in dependencies[name] ?? [] { visit(next) }
    }
    visit("LeakTesting")
    own.subtract(["CLeakBase", "CLeakHeapRecording", "CLeakHeapRoots", "CLeakTestLoading"])
    #expect(own.count > 10)
    for list in [
      "Sources/LeakSymbolication/Symbols/KitModules.swift",
      "Sources/LeakHeapRecording/C/AllocationRecorder+Filter.c",
    ] {
      let names = try Set(text(of: list).matches(of: /"(\w+)"/).map { String($0.1) })
      #expect(own.subtracting(names).sorted() == [], "\(list)")
    }
  }

  /// What the article tells of the way through the code names what is there.
  @Test func articleNamesWhatIsThere() throws {
    let article = try text(of: "Sources/LeakTesting/LeakTesting.docc/Architecture.md")
    let walks = try #require(article.firstRange(of: "## Three walks"))
    let end = article[walks.upperBound...].firstRange(of: "\n## ")?.lowerBound ?? article.endIndex
    var words: Set<String> = []
    for module in modules.modules {
      let files = try FileManager.default.subpathsOfDirectory(atPath: module.folder.path)
        .filter { path in [".swift", ".c", ".h"].contains { path.hasSuffix($0) } }
      for file in files {
        let source = try String(contentsOf: module.folder.appending(path: file), encoding: .utf8)
        words.formUnion(source.matches(of: /\w+/).map { String($0.output) })
      }
    }
    let names = article[walks.upperBound..<end].matches(of: /`([^`]+)`/).map { String($0.1) }
    #expect(names.count > 40)
    for name in names {
      for word in name.matches(of: /\w+/) {
        #expect(words.contains(String(word.output)), "\(name) is nowhere in the sources")
      }
    }
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: PackageModules.root.appending(path: path), encoding: .utf8)
  }
}
