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

  /// Where `cause` is to be shown: at the reference to change, or else where the object was named or the test begins; `nil` where
  /// no file below the root is known for it.
  package func place(of cause: MergedReport.Cause) -> (path: String, line: Int)? {
    guard let leak = cause.leak else { return nil }
    if let edit = leak.path?.edits.first, let path = relative(edit.file) {
      return (path, edit.line)
    }
    if let line = leak.suspect?.line, let found = paths[line.file], found.count == 1 {
      return (found[0], line.line)
    }
    guard let path = relative(leak.location.filePath) else { return nil }
    return (path, max(1, leak.location.line))
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

  /// The path below the root.
  package func relative(_ path: String) -> String? {
    if path.hasPrefix(start) { return String(path.dropFirst(start.count)) }
    // The tests ran in another folder, or on another machine.
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let found = paths[name], found.count == 1 else { return nil }
    return found[0]
  }
}
