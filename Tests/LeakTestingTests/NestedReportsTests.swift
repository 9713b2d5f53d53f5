import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakReporting

#if canImport(Glibc)
  import Glibc
#endif

/// The reports of several machines, in folders of their own.
@Suite(.afterOthers, .leakFree) struct NestedReportsTests {
  /// The processes of the reports that `make` puts into a folder, or what is said of it.
  private func processes(_ make: (URL) throws -> Void) throws -> String {
    let root = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID())")
    let folder = root.appending(path: "leaks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    try make(folder)
    do {
      return "\(try RunReport.reports(in: folder.path).map(\.process))"
    } catch {
      return "\(error)".replacing(folder.path, with: "leaks")
    }
  }

  private func write(_ process: Int, in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text =
      "{\"schemaVersion\": 1, \"process\": \(process), \"checkedTests\": [], \"findings\": []}"
    try Data(text.utf8).write(to: folder.appending(path: "leaks-\(process).json"))
  }

  private func link(_ link: URL, to target: URL) throws {
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
  }

  @Test func areAllRead() throws {
    #expect(
      try processes {
        try write(1, in: $0)
        try write(2, in: $0.appending(path: "b/c"))
        try write(3, in: $0.appending(path: "a"))
      } == "[3, 2, 1]")
  }

  /// What several links lead to counts once, and a link to a folder around ends.
  @Test func aFolderThatIsALink() throws {
    #expect(
      try processes {
        let other = $0.deletingLastPathComponent().appending(path: "other")
        try write(1, in: $0)
        try write(2, in: other)
        try link($0.appending(path: "a"), to: other)
        try link($0.appending(path: "b"), to: other)
        try link($0.appending(path: "around"), to: $0)
        try link($0.appending(path: "leaks-0.json"), to: $0.appending(path: "leaks-1.json"))
      } == "[2, 1]")
  }

  @Test func aReportThatIsALinkThatLeadsNowhere() throws {
    #expect(
      try processes {
        try write(1, in: $0)
        try link($0.appending(path: "leaks-2.json"), to: $0.appending(path: "unmounted"))
      } == "leaks/leaks-2.json cannot be read: it may be a link that leads nowhere")
  }

  #if os(Linux)
    @Test func aReportThatTheSystemDoesNotRead() throws {
      #expect(
        try processes {
          try link($0.appending(path: "leaks-2.json"), to: URL(filePath: "/proc/self/mem"))
        } == "leaks/leaks-2.json cannot be read: Input/output error")
    }
  #endif

  #if canImport(Glibc)
    @Test(.enabled(if: getuid() != 0, "root may read every folder"))
    func aFolderThatNobodyMayRead() throws {
      let told = try processes { folder in
        try write(1, in: folder)
        let machine = folder.appending(path: "machine")
        try write(2, in: machine)
        chmod(machine.path, 0)
      }
      #expect(told.hasPrefix("leaks/machine cannot be read: "))
    }
  #endif
}
