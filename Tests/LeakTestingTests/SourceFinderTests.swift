import Foundation
import LeakTesting
import Testing

@testable import LeakReporting

@Suite(.leakFree) struct SourceFinderTests {
  @Test func columnsCountCharacters() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(
      at: root.appending(path: "Sources"), withIntermediateDirectories: true)
    try Data("let a = 1\nlet é = 2; let b = 3\n".utf8)
      .write(to: root.appending(path: "Sources/Shop.swift"))
    let sources = SourceFinder(root: root.path + "/Sources/..")
    #expect(sources.relative(root.path + "/Sources/Shop.swift") == "Sources/Shop.swift")
    #expect(sources.relative("/elsewhere/Shop.swift") == "Sources/Shop.swift")
    #expect(sources.relative("/elsewhere/Till.swift") == nil)
    // There is no fourth line.
    let columns = [(5, 1), (5, 2), (13, 2), (7, 4)].map { byte, line in
      sources.column(ofByte: byte, onLine: line, of: "Sources/Shop.swift")
    }
    #expect(columns == [5, 5, 12, 7])
    #expect(sources.column(ofByte: 9, onLine: 1, of: "Sources/Till.swift") == 9)
  }
}
