import LeakDeciding
import LeakTesting
import TestOrder
import Testing

@testable import LeakDetection

/// The property from which a reference is ignored, as a report calls it and as a person does.
@Suite(
  .slow, .leakFree, .disabled(if: isOptimized, "optimised code may make no cycle that nobody uses"))
struct IgnoredPropertyTests {
  private class Folder {
    var children: [Folder] = []
    var byName: [String: Folder] = [:]
    var drawers: [[Folder]] = []
  }

  private final class Archive: Folder {}

  private struct Settings {
    var editor: Editor?
    var name = ""
  }

  private final class Editor {
    var settings = Settings()
  }

  private static let prefix = "IgnoredPropertyTests."

  /// Those of `sources` from which the reference leads that keeps the object.
  private static func matching(
    _ sources: [String], to target: String, _ make: @Sendable () -> AnyObject
  ) async throws -> [String] {
    let leaks = await LeakDetector.detect { make() }.leaks
    #expect(leaks.count == 1)
    let leak = try #require(leaks.first)
    return sources.filter {
      [IgnoredLeak.edge(from: prefix + $0, to: prefix + target)].cover(leak)
    }
  }

  @Test func `A dictionary is each of its values`() async throws {
    let sources = ["Folder.byName", "Folder.byName[value]", "Folder"]
    let others = ["Folder.by", "Folder.byName[", "Folder.byName[key]", "Folder.", "Editor.byName"]
    #expect(
      try await Self.matching(sources + others, to: "Folder") {
        let folder = Folder()
        folder.byName["self"] = folder
        return folder
      } == sources)
  }

  @Test func `An array is its elements at any position`() async throws {
    let sources = ["Folder.children", "Folder.children[0]", "Folder.children[7]"]
    #expect(
      try await Self.matching(sources + ["Folder.child", "Folder.byName"], to: "Folder") {
        let folder = Folder()
        folder.children = [folder]
        return folder
      } == sources)
  }

  @Test func `An array in an array has each of its elements`() async throws {
    let sources = ["Folder.drawers", "Folder.drawers[2]", "Folder.drawers[2][5]"]
    #expect(
      try await Self.matching(sources + ["Folder.drawers[2][5][1]"], to: "Folder") {
        let folder = Folder()
        folder.drawers = [[folder]]
        return folder
      } == sources)
  }

  @Test func `A structure is what is in it`() async throws {
    let sources = ["Editor.settings", "Editor.settings.editor"]
    #expect(
      try await Self.matching(
        sources + ["Editor.settings.name", "Editor.editor", "Editor.set"], to: "Editor"
      ) {
        let editor = Editor()
        editor.settings.editor = editor
        return editor
      } == sources)
  }

  @Test func `A property is of the class that declares it, and of the object's`() async throws {
    let sources = ["Folder.children", "Archive.children", "Archive.children[3]"]
    #expect(
      try await Self.matching(sources, to: "Archive") {
        let archive = Archive()
        archive.children = [archive]
        return archive
      } == sources)
  }
}
