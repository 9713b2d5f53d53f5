import Foundation
import LeakBase
import LeakSymbolication

extension SourceFiles {
  /// What was asked about the files of a package: of what a file declares, and by which names.
  struct Question: Hashable {
    enum Kind { case drops, keepsAlone, keepsOwner }

    var kind: Kind
    /// The file that declares the types.
    var path: String
    var parts: Set<String>
    var owners: Set<String> = []
    var property: String?
  }

  /// The answer to a question; `find` is asked once for each that is asked of a file.
  func answer(to question: Question, _ find: () -> Bool) -> Bool {
    guard question.path.hasPrefix("/") else { return find() }
    if let known = answers.withLock({ $0[question] }) { return known }
    let answer = find()
    answers.withLock { $0[question] = answer }
    return answer
  }

  /// The other files of the package that has `source`, or of its folder where no package is known, in which all words of one of the
  /// `sets` occur; `nil` where there are too many.
  ///
  /// They are read anew. Their text is not kept: the kit would have to search that memory too.
  ///
  /// - Complexity: O(*n*) in the length of all files.
  func others(than source: Source, havingOneOf sets: Set<Set<String>>) -> [Source]? {
    guard let paths = paths(beside: source.path) else { return nil }
    let sets = sets.map { $0.map { Data($0.utf8) } }
    var found: [Source] = []
    for path in paths where path != source.path {
      guard let data = Self.data(ofFileAt: path),
        sets.contains(where: { $0.allSatisfy { Self.isWord($0, in: data) } })
      else { continue }
      if found.count == Self.mostFound { return nil }
      found.append(Source(path: path, data, changedAt: 0))
    }
    return found
  }

  private static func isWord(_ word: Data, in text: Data) -> Bool {
    func isPart(_ index: Int) -> Bool {
      guard text.indices.contains(index) else { return false }
      let byte = text[index]
      return byte == UInt8(ascii: "_") || byte > 127 || isalnum(Int32(byte)) != 0
    }
    var start = text.startIndex
    while let place = text.range(of: word, in: start..<text.endIndex) {
      if !isPart(place.lowerBound - 1), !isPart(place.upperBound) { return true }
      start = place.upperBound
    }
    return false
  }

  private static let mostFiles = 2000
  private static let mostEntries = 20_000
  private static let mostFound = 64

  /// The Swift files of the package, or the folder, that the file at `path` is in; `nil` where there are too many.
  private func paths(beside path: String) -> [String]? {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return [] }
    let package = SourcePackage.folder(ofFileAt: path)
    let folder = package ?? String(path[..<slash])
    if let known = folders.withLock({ $0[folder] }) { return known }
    let paths = Self.paths(in: folder, isRecursive: package != nil)
    folders.withLock { $0[folder] = .some(paths) }
    return paths
  }

  /// Folders that tools put others' sources into.
  private static let ofOthers: Set = [
    "Carthage", "DerivedData", "Pods", "checkouts", "node_modules",
  ]

  private static func paths(in folder: String, isRecursive: Bool) -> [String]? {
    var options: FileManager.DirectoryEnumerationOptions = [.skipsHiddenFiles]
    if !isRecursive { options.insert(.skipsSubdirectoryDescendants) }
    let files = FileManager.default.enumerator(
      at: URL(filePath: folder), includingPropertiesForKeys: nil, options: options)
    var paths: [String] = []
    var entries = 0
    while let file = files?.nextObject() as? URL {
      entries += 1
      if entries > mostEntries { return nil }
      if ofOthers.contains(file.lastPathComponent) { files?.skipDescendants() }
      guard file.pathExtension == "swift" else { continue }
      if paths.count == mostFiles { return nil }
      paths.append(file.path(percentEncoded: false))
    }
    return paths
  }
}
