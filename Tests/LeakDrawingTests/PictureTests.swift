import Foundation
import LeakDetection
import LeakTesting
import TestOrder
import Testing

@testable import LeakDrawing

/// The whole text of each picture, which stands in the folder `Pictures`.
@Suite(.afterOthers, .leakFree) struct PictureTests {
  @Test(arguments: SampleLeaks.allCases)
  func pictures(_ sample: SampleLeaks) throws {
    let graph = try #require(RetainGraph(sample.leak))
    try expect(graph.svg(), in: "\(sample.rawValue).svg")
    try expect(graph.dot, in: "\(sample.rawValue).dot")
    try expect(graph.mermaid, in: "\(sample.rawValue).mmd")
    try expect(try #require(graph.boxes()), in: "\(sample.rawValue).txt")
  }

  private func expect(_ text: String, in name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Pictures/\(name)")
    if ProcessInfo.processInfo.environment["RENEW_PICTURES"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == text,
      "RENEW_PICTURES=1 swift test --filter PictureTests writes \(name) anew: look at it")
  }

  /// What goes by itself, and what is not known, has no picture.
  @Test func nothingToDraw() {
    for verdict in [
      Verdict.deinitialized, .inconclusive("it is"), .late(after: .zero), .held(by: []),
    ] {
      #expect(
        RetainGraph(Leak(typeName: "Shop.Cart", verdict: verdict, location: CodeLocation())) == nil)
    }
  }

  @Test func theAppearances() throws {
    let graph = try #require(RetainGraph(SampleLeaks.closureOfSelf.leak))
    let (light, dark) = (graph.svg(.light), graph.svg(.dark))
    #expect(!light.contains("prefers-color-scheme") && !dark.contains("prefers-color-scheme"))
    #expect(light != dark)
    #expect(!graph.inlineSVG.contains("<style>"))
    let style = "<style>\n\(RetainGraph.styleSheet(.light))</style>\n"
    #expect(light.replacing(style, with: "") == graph.inlineSVG + "\n")
  }

  @Test func inWords() throws {
    let graph = try #require(RetainGraph(SampleLeaks.twoCycles.leak))
    #expect(
      graph.description == """
        1 of 2: Window → closure #1 in Window.close() (.onClose). \
        closure #1 in Window.close() → Window (captures self strongly): cut here. \
        2 of 2: Window → Toolbar (.toolbar). Toolbar → closure #1 in Window.tap() (.onTap). \
        closure #1 in Window.tap() → Window (probably captures self strongly): cut here.
        """)
  }
}
