import Foundation
import LeakHeapReading
import LeakSymbolication
import Testing

@testable import LeakExplaining

/// Which source files advice is read from.
@Suite struct SourceFilesTests {
  /// A source in a folder of its own, last changed at `changedAt`, with the trap on line 2.
  private static func withSource(
    changedAt: Double, _ body: (_ path: String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Player.swift")
    let source = "func start() {\n  load {\n    animate { [weak self] in self?.stop() }\n  }\n}\n"
    try Data(source.utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: changedAt)], ofItemAtPath: file.path)
    try body(file.path)
  }

  private static func nesting(in path: String, builtAt: Double?, line: Int = 2) -> ClosureNesting? {
    outline(in: path, builtAt: builtAt).flatMap { ClosureNesting(of: $0, line: line, depth: 1) }
  }

  private static func outline(
    in path: String, builtAt: Double?, of files: SourceFiles = SourceFiles()
  ) -> SourceOutline? {
    let place = SourcePlace(file: "Player.swift", line: 2, path: path, builtAt: builtAt)
    return files.source(of: place)?.outline
  }

  @Test func `A source is read that is not newer than the binary`() throws {
    try Self.withSource(changedAt: 1000) { path in
      for builtAt in [1000, 1001, 5000, nil] as [Double?] {
        #expect(
          Self.nesting(in: path, builtAt: builtAt) == .weakInside(line: 3, isOnlyUse: true))
      }
    }
  }

  @Test func `A source that was changed since says nothing`() throws {
    try Self.withSource(changedAt: 1000) { path in
      #expect(Self.nesting(in: path, builtAt: 999) == nil)
      // The file is remembered, not the answer.
      let files = SourceFiles()
      #expect(Self.outline(in: path, builtAt: 999, of: files) == nil)
      #expect(Self.outline(in: path, builtAt: 1000, of: files) != nil)
    }
  }

  @Test func `A line on which no closure begins says nothing`() throws {
    try Self.withSource(changedAt: 1000) { path in
      for line in [0, 1, 3, 4, 99] {
        #expect(Self.nesting(in: path, builtAt: 1000, line: line) == nil)
      }
    }
  }

  @Test func `What is no source is not read`() {
    for path in ["/", "", "/nowhere/Player.swift", "/dev/zero", "/proc/self/mem"] {
      #expect(Self.outline(in: path, builtAt: nil) == nil, "\(path)")
    }
  }
}
