import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Edits of one place: no more than one of them can be made.
@Suite(.slow, .leakFree) struct OverlappingEditTests {
  private struct Link {
    var hub: Hub?
  }

  private final class Hub {
    var plugs: [Plug] = []
    var sockets: [Socket] = []
  }

  private final class Plug { var link = Link() }
  private final class Socket { var link = Link() }

  /// What two cycles have to change is one change.
  @Test func `One place of two cycles`() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let hub = trackForLeaks(Hub())
      let plug = Plug()
      let socket = Socket()
      plug.link.hub = hub
      socket.link.hub = hub
      hub.plugs = [plug]
      hub.sockets = [socket]
    }
    let path = try #require(report.leaks.first?.path)
    let edits = [path.edits] + path.further.map(\.edits)
    #expect(edits.map { $0.map(\.replacement) } == [["weak "], []])
  }

  @Test func overlaps() {
    func edit(_ line: Int, _ column: Int, _ original: String = "", file: String = "A.swift")
      -> SourceEdit
    {
      SourceEdit(file: file, line: line, column: column, original: original, replacement: "")
    }
    #expect(edit(1, 5).overlaps(edit(1, 5)))
    #expect(!edit(1, 5).overlaps(edit(1, 6)))
    #expect(!edit(1, 5).overlaps(edit(1, 5, file: "B.swift")))
    #expect(edit(1, 5, "self").overlaps(edit(1, 8)))
    #expect(edit(1, 8).overlaps(edit(1, 5, "self")))
    #expect(!edit(1, 5, "self").overlaps(edit(1, 9)))
    #expect(edit(1, 5, "self\n  a").overlaps(edit(2, 3)))
    #expect(!edit(1, 5, "self\n  a").overlaps(edit(2, 4)))
  }
}
