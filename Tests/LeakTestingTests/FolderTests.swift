import Foundation
import TestOrder
import Testing

/// No folder of a module uses the types of another one that uses its own, directly or by way of others: the sources are read.
@Suite(.slow, .afterOthers) struct FolderTests {
  /// The folders of a module by the folders whose types they use.
  private struct Folders {
    /// For each folder the folders that it uses, with a type by which it does.
    var uses: [String: [String: String]] = [:]
    let names: Set<String>

    init(of module: URL) throws {
      let files = try Self.files(in: module)
      names = Set(files.map(\.folder))
      var folderOfType: [String: String] = [:]
      for file in files {
        for type in file.types { folderOfType[type] = folderOfType[type] ?? file.folder }
      }
      for file in files {
        for word in file.words {
          guard let folder = folderOfType[word], folder != file.folder else { continue }
          uses[file.folder, default: [:]][folder] = "\(word) in \(file.name)"
        }
      }
    }

    /// Folders that use one another in a circle, if there are any.
    var circle: [String]? {
      var finished: Set<String> = []
      func search(_ way: [String]) -> [String]? {
        for next in (uses[way[way.count - 1]] ?? [:]).keys.sorted() where !finished.contains(next) {
          if let start = way.firstIndex(of: next) { return way[start...] + [next] }
          if let circle = search(way + [next]) { return circle }
        }
        finished.insert(way[way.count - 1])
        return nil
      }
      for folder in uses.keys.sorted() where !finished.contains(folder) {
        if let circle = search([folder]) { return circle }
      }
      return nil
    }

    private struct File {
      var name: String
      var folder: String
      var types: Set<String>
      var words: Set<String>
    }

    private static func files(in module: URL) throws -> [File] {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: module.path)
        .filter { $0.hasSuffix(".swift") && $0.contains("/") }.sorted()
      let sources = try paths.map {
        try String(contentsOf: module.appending(path: $0), encoding: .utf8)
      }
      let nested = Dictionary(grouping: sources.flatMap(Self.nestedTypes), by: \.outer)
      return zip(paths, sources).map { path, source in
        let lines = Self.withoutNesting(source, of: nested).split(separator: "\n")
          .map { $0.prefix { $0 != "/" } }
        let names = path.split(separator: "/").map(String.init)
        return File(
          name: names[names.count - 1], folder: names[0],
          types: Set(lines.compactMap(Self.type)),
          words: Set(lines.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }))
      }
    }

    /// The types that are nested in another one for their public names alone. Such a type has a short name in the package,
    /// `package typealias Leak = LeakReport.Leak`, in the file that declares it.
    private static func nestedTypes(in source: String) -> [(outer: String, name: String)] {
      let shortName = /^package typealias (\w+)(?:<\w+>)? = (\w+)\.\1\b/.anchorsMatchLineEndings()
      return source.matches(of: shortName).map { (outer: String($0.2), name: String($0.1)) }
    }

    /// The source as if those types were nested in none.
    private static func withoutNesting(
      _ source: String, of nested: [String: [(outer: String, name: String)]]
    ) -> String {
      var source = source
      for type in nestedTypes(in: source) {
        for keyword in ["struct", "enum"] {
          let declaration = "  public \(keyword) \(type.name)"
          guard let nesting = source.firstRange(of: declaration),
            let beginning = source[..<nesting.lowerBound].ranges(of: "extension \(type.outer) {")
              .last
          else { continue }
          source.removeSubrange(beginning)
        }
      }
      for (outer, types) in nested {
        for type in types { source.replace("\(outer).\(type.name)", with: type.name) }
      }
      return source
    }

    /// The type that a line declares outside all others.
    private static func type(declaredBy line: Substring) -> String? {
      let words = line.split(separator: " ")
      guard line.first != " ",
        let keyword = words.firstIndex(where: {
          ["class", "struct", "enum", "protocol", "typealias"].contains($0)
        }), !words.starts(with: ["extension"]), words.indices.contains(keyword + 1)
      else { return nil }
      return String(words[keyword + 1].prefix { $0.isLetter || $0.isNumber })
    }
  }

  @Test func noFoldersUseOneAnother() throws {
    let modules = try PackageModules().swift
    let folders = try modules.map { (name: $0.name, folders: try Folders(of: $0.folder)) }
    #expect(folders.count { $0.folders.uses.count > 1 } > 5)
    for module in folders {
      #expect(module.folders.circle == nil, "\(module.name): \(module.folders.uses)")
    }
  }

  /// Where the file that has a module's name gives its folders an order, each uses those before it alone.
  @Test func foldersHaveTheOrderThatIsWritten() throws {
    var ordered = 0
    for module in try PackageModules().swift {
      let first = module.folder.appending(path: "\(module.name).swift")
      guard
        let text = try? String(contentsOf: first, encoding: .utf8).replacing("\n//", with: ""),
        let order = text.firstRange(of: "each of which knows only those before it:")
      else { continue }
      ordered += 1
      let names = text[order.upperBound...].matches(of: /`(\w+)`/).map { String($0.1) }
      let folders = try Folders(of: module.folder)
      #expect(Set(names) == folders.names, "\(module.name)")
      for (position, name) in names.enumerated() {
        for (used, type) in folders.uses[name] ?? [:] {
          #expect(names[..<position].contains(used), "\(module.name): \(name) uses \(type)")
        }
      }
    }
    #expect(ordered > 2)
  }
}
