import Foundation
import Testing

/// No folder of a module uses the types of another one that uses its own, directly or by way of others: the sources are read.
@Suite struct FolderTests {
  /// The folders of a module by the folders whose types they use.
  private struct Folders {
    /// For each folder the folders that it uses, with a type by which it does.
    var uses: [String: [String: String]] = [:]

    init(of module: URL) throws {
      let files = try Self.files(in: module)
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
      return try paths.map { path in
        let source = try String(contentsOf: module.appending(path: path), encoding: .utf8)
          .split(separator: "\n").map { $0.prefix { $0 != "/" } }
        let names = path.split(separator: "/").map(String.init)
        return File(
          name: names[names.count - 1], folder: names[0],
          types: Set(source.compactMap(Self.type)),
          words: Set(source.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) }))
      }
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

  @Test(arguments: ["LeakDeciding", "LeakExplaining", "LeakDetection", "LeakReporting"])
  func noFoldersUseOneAnother(module: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folders = try Folders(of: root.appending(path: "Sources/\(module)"))
    #expect(["LeakDetection", "LeakReporting"].contains(module) || folders.uses.count > 1)
    #expect(folders.circle == nil, "\(folders.uses)")
  }
}
