import Foundation
import LeakBase
import LeakSymbolication

extension SourceFiles {
  /// The other files of the package that has `source`, or of its folder where no package is known, in which each of `words` occurs; `nil`
  /// where there are too many to be looked through.
  ///
  /// They are read anew: what is kept would have to be searched whenever something keeps an object.
  ///
  /// - Complexity: O(*n*) in the length of all files, once for each set of words.
  func others(than source: Source, having words: Set<String>) -> [Source]? {
    guard let paths = paths(beside: source.path) else { return nil }
    let needles = words.map { Data($0.utf8) }
    var found: [Source] = []
    for path in paths where path != source.path {
      guard let data = Self.data(ofFileAt: path),
        needles.allSatisfy({ data.range(of: $0) != nil })
      else { continue }
      if found.count == Self.mostFound { return nil }
      found.append(Source(path: path, data, changedAt: 0))
    }
    return found
  }

  private static let mostFiles = 2000
  private static let mostFound = 24

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

  private static func paths(in folder: String, isRecursive: Bool) -> [String]? {
    var options: FileManager.DirectoryEnumerationOptions = [.skipsHiddenFiles]
    if !isRecursive { options.insert(.skipsSubdirectoryDescendants) }
    let files = FileManager.default.enumerator(
      at: URL(filePath: folder), includingPropertiesForKeys: nil, options: options)
    var paths: [String] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      if paths.count == mostFiles { return nil }
      paths.append(file.path(percentEncoded: false))
    }
    return paths
  }
}
