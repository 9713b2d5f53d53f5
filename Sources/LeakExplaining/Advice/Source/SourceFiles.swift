import Foundation
import LeakBase
import LeakDeciding
import LeakHeapReading
import LeakSymbolication

/// What is known of the source files that a report asked for.
///
/// A file is read only when something was found, and only if it is a file of ordinary size.
final class SourceFiles: Sendable {
  static let shared = SourceFiles()

  /// The longest file that is read, in bytes.
  static let longest = 1 << 20

  /// A source file.
  struct Source {
    /// Where it was read.
    var path: String
    var tokens: SwiftTokens
    var outline: SourceOutline
    var properties: PropertyLines
    /// When it was last changed, in seconds since 1970.
    var changedAt: Double
  }

  private let sources = VisibleMutex<[String: Source?]>([:])
  /// The Swift files of folders; `nil` where there are too many.
  let folders = VisibleMutex<[String: [String]?]>([:])
  let answers = VisibleMutex<[Question: Bool]>([:])

  /// The file that `place` is in, as the compiler found it; `nil` when it cannot be read, or was changed since the binary was
  /// written: its lines may be others then.
  func source(of place: SourcePlace) -> Source? {
    guard let path = place.path, let source = source(ofFileAt: path),
      source.changedAt <= place.builtAt ?? .infinity
    else { return nil }
    return source
  }

  private func source(ofFileAt path: String) -> Source? {
    if let known = sources.withLock({ $0[path] }) { return known }
    let source = Self.candidates(for: path, in: ProcessEnvironment.startFolder)
      .lazy.compactMap(Self.read).first
    sources.withLock { $0[path] = .some(source) }
    return source
  }

  /// Where a file may be that was at `path` when it was compiled: there, or, where the package was built
  /// elsewhere, at the same place in `folder`, which is the package's when its tests run.
  static func candidates(for path: String, in folder: String) -> [String] {
    let names = path.split(separator: "/")
    return [path]
      + names.indices.dropLast().map { folder + "/" + names[$0...].joined(separator: "/") }
  }

  private static func read(fileAt path: String) -> Source? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let change = attributes[.modificationDate] as? Date,
      let data = data(ofFileAt: path, attributes)
    else { return nil }
    return Source(path: path, data, changedAt: change.timeIntervalSince1970)
  }

  /// What is in the file at `path`; `nil` where it cannot be read, or is no file of ordinary size.
  static func data(ofFileAt path: String) -> Data? {
    (try? FileManager.default.attributesOfItem(atPath: path)).flatMap { data(ofFileAt: path, $0) }
  }

  private static func data(ofFileAt path: String, _ attributes: [FileAttributeKey: Any]) -> Data? {
    guard attributes[.type] as? FileAttributeType == .typeRegular,
      let size = (attributes[.size] as? NSNumber)?.intValue, size <= longest
    else { return nil }
    return try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: longest)
  }
}

extension SourceFiles.Source {
  init(path: String, _ data: Data, changedAt: Double) {
    let tokens = SwiftTokens(String(decoding: data, as: UTF8.self))
    self.init(
      path: path, tokens: tokens, outline: SourceOutline(tokens), properties: PropertyLines(tokens),
      changedAt: changedAt)
  }
}

extension SuspectContext {
  /// What the source file says about the suspect's closure, where it is there to be read.
  var nestingInSource: ClosureNesting? {
    guard closureDepth > 0, let place = suspect.place,
      let outline = SourceFiles.shared.source(of: place)?.outline
    else { return nil }
    if !isSelf {
      guard let variable = suspect.step.capture?.variable, !place.isApproximate else { return nil }
      return ClosureNesting(
        of: outline, line: place.line, depth: closureDepth, number: function?.closureNumber,
        capturing: String(variable.prefix { $0 != "." }))
    }
    // The line is that of the function around.
    if place.isApproximate {
      return ClosureNesting(of: outline, directlyInsideClosureOn: place.line, depth: closureDepth)
    }
    return ClosureNesting(
      of: outline, line: place.line, depth: closureDepth, number: function?.closureNumber)
  }
}

extension RetainPath.SourceLine {
  /// The line that declares the property `name` of a class at `place`, or about where the class is when its source cannot
  /// be read.
  init(ofProperty name: String, inClassAt place: SourcePlace) {
    let properties = SourceFiles.shared.source(of: place)?.properties
    let line = properties?.line(of: name, inTypeAt: place.line)
    self.init(file: place.file, line: line ?? place.line, isApproximate: line == nil)
  }
}
