import Foundation

/// The modules of the package, as its manifest and their sources say.
struct PackageModules {
  struct Module {
    let name: String
    let folder: URL
    /// The modules that the manifest lets it use.
    let dependencies: Set<String>

    /// The names of the modules that its sources import.
    func imports() throws -> Set<String> {
      let pattern = /^(?:@\w+(?:\(\w+\))? )*(?:(?:package|public|internal) )?import (\w+)/
      return try Set(
        sources().flatMap { file in
          try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
            $0.trimmingCharacters(in: .whitespaces).firstMatch(of: pattern).map { String($0.1) }
          }
        })
    }

    func sources() throws -> [URL] {
      try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted()
        .map { folder.appending(path: $0) }
    }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Those that people build: the ones under `Sources`, and the cases.
  let modules: [Module]

  init() throws {
    let manifest = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let target =
      /\.(?:target|executableTarget)\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?(?:,\s*path: "([^"]*)")?/
    modules = manifest.matches(of: target).compactMap { match in
      let path = match.3.map(String.init) ?? "Sources/\(match.1)"
      guard !path.hasPrefix("Tests/") else { return nil }
      let names = (match.2 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
      return Module(
        name: String(match.1), folder: Self.root.appending(path: path), dependencies: Set(names))
    }
  }

  /// Those in Swift.
  var swift: [Module] {
    get throws { try modules.filter { try !$0.sources().isEmpty } }
  }

  /// For each module those that it uses and that none of these uses: the users first.
  var drawing: String {
    let dependencies = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.dependencies) })
    var reached: [String: Set<String>] = [:]
    var order: [String] = []
    func visit(_ name: String) {
      guard reached[name] == nil else { return }
      reached[name] = []
      for next in (dependencies[name] ?? []).sorted() {
        visit(next)
        reached[name, default: []].formUnion([next] + reached[next, default: []])
      }
      order.append(name)
    }
    for name in dependencies.keys.sorted() { visit(name) }
    let width = order.map(\.count).max() ?? 0
    return order.reversed().map { name in
      let direct = dependencies[name] ?? []
      let nearest = direct.filter { next in
        !direct.contains { $0 != next && reached[$0, default: []].contains(next) }
      }
      let line = name.padding(toLength: width, withPad: " ", startingAt: 0)
      return nearest.isEmpty ? name : "\(line) → \(nearest.sorted().joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}
