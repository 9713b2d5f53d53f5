import Foundation
import LeakBase
import LeakDetection

/// Finds the files that reports name without their folders.
package final class SourceFinder: Sendable {
  /// The paths below the root, by the names of the files.
  private let paths: [String: [String]]
  /// The root's own path, with a slash.
  private let start: String
  /// The lines of the files that were read, by their paths below the root.
  private let lines = VisibleMutex<[String: [Data]]>([:])

  /// - Parameter root: The package's folder. What is in a folder whose name begins with a period is not looked at.
  package init(root: String) {
    var paths: [String: [String]] = [:]
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: root), includingPropertiesForKeys: nil,
      options: [.skipsHiddenFiles])
    start = URL(fileURLWithPath: root).standardizedFileURL.path + "/"
    for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
      guard file.pathExtension == "swift" else { continue }
      let path = file.standardizedFileURL.path
      guard path.hasPrefix(start) else { continue }
      paths[file.lastPathComponent, default: []].append(String(path.dropFirst(start.count)))
    }
    self.paths = paths
  }

  /// Where `cause` is to be shown: at the reference to change, or else where the object was named or the test begins, or where no line
  /// has asked for it, where the object was made; `nil` where no file below the root is known for it.
  package func place(of cause: MergedReport.Cause) -> (path: String, line: Int)? {
    guard let leak = cause.leak else { return nil }
    if let edit = leak.path?.edits.first, let path = file(at: edit.file),
      hasLine(edit.line, in: path)
    {
      return (path, edit.line)
    }
    if let suspect = leak.suspect, let line = suspect.line,
      let path = file(of: suspect, compiledAt: leak.path?.suspectFile),
      hasLine(line.line, in: path)
    {
      return (path, line.line)
    }
    if let path = relative(leak.location.filePath) { return (path, max(1, leak.location.line)) }
    if let line = leak.created?.line,
      let path = file(named: line.file, of: leak.typeName.prefix { $0 != "." }),
      hasLine(line.line, in: path)
    {
      return (path, line.line)
    }
    return nil
  }

  /// The column in characters of Unicode, where the compiler counts bytes; the same where the file cannot be read.
  func column(ofByte byte: Int, onLine line: Int, of path: String) -> Int {
    let lines = lines(of: path)
    guard lines.indices.contains(line - 1) else { return byte }
    return String(decoding: lines[line - 1].prefix(byte - 1), as: UTF8.self).unicodeScalars.count
      + 1
  }

  /// The lines of a file as text, counted from 0; none where it cannot be read.
  func text(of path: String) -> [String] {
    lines(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The lines of a file; none where it cannot be read.
  private func lines(of path: String) -> [Data] {
    lines.withLock { lines in
      if let known = lines[path] { return known }
      let read = FileManager.default.contents(atPath: start + path)?
        .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      lines[path] = read ?? []
      return read ?? []
    }
  }

  /// The file of the suspect's line. Another module may have one of that name, and a dependency's is not below the root.
  ///
  /// - Parameter path: Where the compiler found it; `nil` where that is not known.
  private func file(of suspect: RetainPath.Step, compiledAt path: String?) -> String? {
    if let path { return file(at: path) }
    guard let line = suspect.line, let module = suspect.module else { return nil }
    return file(named: line.file, of: module[...])
  }

  /// The one file of the name, where it is the module's.
  private func file(named name: String, of module: Substring) -> String? {
    guard let found = paths[name], found.count == 1 else { return nil }
    // A target's folder has its name, as a rule; in a module's name there is no hyphen.
    let folders = found[0].replacing("-", with: "_").split(separator: "/").dropLast()
    return folders.contains(module) ? found[0] : nil
  }

  private func hasLine(_ line: Int, in path: String) -> Bool {
    let lines = lines(of: path)
    return line <= (lines.last?.isEmpty == true ? lines.count - 1 : lines.count)
  }

  /// The file below the root that is at `path`, or at the same place in another copy of the package: the tests ran in another folder, or
  /// on another machine.
  func file(at path: String) -> String? {
    if path.hasPrefix(start) {
      let path = String(path.dropFirst(start.count))
      return path.split(separator: "/").contains { $0.hasPrefix(".") } ? nil : path
    }
    return paths[Self.name(of: path)]?.filter { found in
      "/\(path)".hasSuffix("/\(found)") && (found.contains("/") || !isDependency(path))
    }.max { $0.utf8.count < $1.utf8.count }
  }

  /// The path below the root, where the name of the file is enough to find it.
  package func relative(_ path: String) -> String? {
    if let file = file(at: path) { return file }
    guard !path.hasPrefix(start), !isDependency(path), let found = paths[Self.name(of: path)],
      found.count == 1
    else { return nil }
    return found[0]
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Whether the file is where package managers put dependencies.
  private func isDependency(_ path: String) -> Bool { path.contains("/checkouts/") }
}

extension RetainPath.Step {
  /// The module that it is written in, where that is known.
  fileprivate var module: String? {
    switch kind {
    case .capture(let capture): capture.module
    case .property(let property):
      (property.declaringClass ?? property.owner).split(separator: ".").first.map(String.init)
    }
  }
}
