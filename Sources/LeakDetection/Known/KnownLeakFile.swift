import Foundation
import LeakBase
import LeakDeciding

/// Where the list of known leaks of the process is.
package struct KnownLeakFile: Sendable, Hashable {
  package let path: String

  /// Whether somebody asked for just this file, which must be there then.
  private let isNamed: Bool

  /// A file that nobody has named.
  init(at path: String) {
    self.init(at: path, isNamed: false)
  }

  private init(at path: String, isNamed: Bool) {
    self.path = ProcessEnvironment.absolute(path)
    self.isNamed = isNamed
  }

  /// The file that the environment variable `LEAK_TESTING_KNOWN` names, or else ``KnownLeakList/fileName`` beside the nearest
  /// `Package.swift` above the folder that the process began in, above `source` or above the program that runs; `nil` where there is none.
  package init?(near source: String) {
    if let named = ProcessEnvironment.value(of: "LEAK_TESTING_KNOWN"), !named.isEmpty {
      self.init(at: named, isNamed: true)
      return
    }
    let folders = [ProcessEnvironment.startFolder, Self.folder(of: source), Self.folderOfProgram]
    guard let package = folders.lazy.compactMap(Self.package).first else { return nil }
    self.init(at: (package == "/" ? "" : package) + "/" + KnownLeakList.fileName)
  }

  /// The program's folder, for checks that have no source file: those of methods of XCTest's test cases.
  private static let folderOfProgram = folder(of: CommandLine.arguments.first ?? "")

  private static func folder(of file: String) -> String {
    String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
  }

  /// The nearest folder with a manifest.
  private static func package(above folder: String) -> String? {
    guard folder.hasPrefix("/") else { return nil }
    var folder = folder
    while !FileManager.default.fileExists(atPath: folder + "/Package.swift") {
      if folder.isEmpty || folder == "/" { return nil }
      folder = Self.folder(of: folder)
    }
    return folder
  }

  /// So many links lead to a file at most; more are taken for a circle.
  private static let mostLinks = 40

  /// The file that the links at `path` lead to, which need not be there yet; `path` where it is no link.
  private static func target(of path: String) -> String {
    var target = path
    for _ in 0..<mostLinks {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        return target
      }
      let folder = Self.folder(of: target)
      // A link that is no absolute path is one from its own folder.
      target = next.hasPrefix("/") || !target.contains("/") ? next : "\(folder)/\(next)"
    }
    return target
  }

  /// Reads the list; an empty one where nobody has begun one.
  package func read() throws(KnownLeakListError) -> KnownLeakList {
    if isNamed, !LeakLedger.isRecording, !FileManager.default.fileExists(atPath: path) {
      throw KnownLeakListError(
        file: path, message: "LEAK_TESTING_KNOWN names a file that is not there")
    }
    return try KnownLeakList(contentsOf: path)
  }

  /// Changes the list, while no other process does, and returns it.
  package func update(
    _ change: (inout KnownLeakList) -> Void
  ) throws(KnownLeakListError) -> KnownLeakList {
    // A list that is a link to another file stays one: that file is changed.
    let target = Self.target(of: path)
    // The file itself is another one after each change.
    let folder = Self.folder(of: target)
    let parent = folder.isEmpty ? (target.hasPrefix("/") ? "/" : ".") : folder
    let descriptor = open(parent, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw KnownLeakListError(file: path, message: "the folder of the list cannot be opened")
    }
    defer { close(descriptor) }
    var isLocked = flock(descriptor, LOCK_EX) == 0
    // A handler of a signal may have run meanwhile.
    while !isLocked, errno == EINTR { isLocked = flock(descriptor, LOCK_EX) == 0 }
    guard isLocked else {
      throw KnownLeakListError(file: path, message: "the folder of the list cannot be locked")
    }
    var list = try KnownLeakList(contentsOf: path)
    let before = list
    change(&list)
    if list == before { return list }
    do {
      try Data(list.text().utf8).write(to: URL(fileURLWithPath: target), options: .atomic)
    } catch {
      throw KnownLeakListError(
        file: path, message: "the list cannot be written: \(error.systemMessage)")
    }
    return list
  }
}
