import Foundation
import LeakTesting
import Testing

/// Whether the tests are built with optimisation.
let isOptimized: Bool = {
  #if DEBUG
    false
  #else
    true
  #endif
}()

/// Reports of several cycles, as the article on the architecture shows them.
@Suite(.leakFree) struct SeveralCyclesTests {
  @Test(.disabled(if: isOptimized, "the article has what an unoptimised build tells"))
  func articleHasTheReports() async throws {
    var reports: [String] = []
    for scene in SeveralCycles.scenes {
      let report = await LeakDetector.detect(within: .milliseconds(50)) { scene() }
      reports += report.leaks.map(\.description)
    }
    #expect(reports.count == SeveralCycles.scenes.count)
    let text = reports.map { "```text\n\($0)\n```\n" }.joined(separator: "\n")
    let article = try Self.article()
    #expect(article.contains(text), "the article should have these reports:\n\(text)")
  }

  private final class Node {
    var children: [Node] = []
    var onTap: (() -> Void)?
    var taps = 0
  }

  /// Optimised code does not name what a closure captures, so that the advice on both has the same words.
  @Test func twoCapturesOfOneClosureAreTwoChanges() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let (root, middle, leaf) = (Node(), Node(), Node())
      root.children = [middle]
      middle.children = [leaf]
      leaf.onTap = { root.taps += middle.taps }
    }
    #expect(
      Self.need(of: report) == [
        "Both changes are needed: each cycle alone keeps objects alive, unless a deinit breaks it."
      ])
  }

  /// The sentence on how many changes the cycles take.
  private static func need(of report: LeakReport) -> [String] {
    report.description.split(separator: "\n").filter { $0.contains("each cycle alone") }
      .map { String($0.drop { $0 == " " }) }
  }

  private final class Button {
    var onTap: (() -> Void)?
    var onHold: (() -> Void)?
    var taps = 0

    // On one line, so that the advice on both has the same words.
    func wire() {
      (onTap, onHold) = ({ self.taps += 1 }, { self.taps += 2 })
    }

    func press() { taps += 1 }

    func store() {
      onTap = press
      onHold = press
    }
  }

  @Test func twoClosuresOfOneLineAreTwoChanges() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      trackForLeaks(Button()).wire()
    }
    #expect(
      Self.need(of: report) == [
        "Both changes are needed: each cycle alone keeps objects alive, unless a deinit breaks it."
      ])
  }

  /// Optimised code does not tell on which line a method is stored, and so not whether it is stored on one or on two.
  @Test func oneMethodIsStoredInTwoPlaces() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      trackForLeaks(Button()).store()
    }
    let sentences = [
      "Both changes are needed: each cycle alone keeps objects alive, unless a deinit breaks it.",
      "Both cycles must be broken: each cycle alone keeps objects alive, unless a deinit breaks it.",
    ]
    #expect(Self.need(of: report).map(sentences.contains) == [true])
    if !isOptimized { #expect(Self.need(of: report) == [sentences[0]]) }
  }

  private final class Note {
    var tags: [Tag] = []
    var main: Tag?
    var onEdit: (() -> Void)?
    var edits = 0

    func watch() {
      onEdit = { self.edits += 1 }
    }
  }

  private final class Tag {
    var notes: [Note] = []
  }

  /// The property of a closure that captures one object alone, and the capture, are one reference of the heap.
  @Test func theClosureIsAtFaultAndNotItsProperty() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let (note, tag) = (trackForLeaks(Note()), Tag())
      note.tags.append(tag)
      note.main = tag
      tag.notes.append(note)
      note.watch()
    }
    let drawing = report.textWithoutLines.split(separator: "\n")
      .filter { line in ["  ╭", "  │", "  ╰"].contains { line.hasPrefix($0) } }
    #expect(
      drawing.joined(separator: "\n") == """
          ╭→ SeveralCyclesTests.Note
          │    .onEdit
          │    closure #1 in SeveralCyclesTests.Note.watch()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures SeveralCyclesTests.Note (self) strongly
          ╰─ SeveralCyclesTests.Note
          ╭→ SeveralCyclesTests.Note
          │    .main: SeveralCyclesTests.Tag
          │    .notes[0]: SeveralCyclesTests.Note
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ SeveralCyclesTests.Note
        """)
  }

  private static func article() throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = package.appending(path: "Sources/LeakTesting/LeakTesting.docc/Explaining.md")
    return try String(contentsOf: file, encoding: .utf8)
  }
}
