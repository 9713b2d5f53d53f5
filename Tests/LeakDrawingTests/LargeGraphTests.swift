import LeakDetection
import LeakTesting
import TestOrder
import Testing

@testable import LeakDrawing

/// Of what is large, the ends are drawn; and nothing overlaps, however many objects there are.
@Suite(.afterOthers, .leakFree) struct LargeGraphTests {
  private static func ring(_ count: Int, further: [RetainPath] = []) -> RetainPath {
    let names = (0..<count).map { "Shop.Part\($0)" }
    let steps = names.indices.map { index in
      RetainPath.Step.property(
        RetainPath.Step.Property(
          owner: names[index], path: "next\(index)", target: names[(index + 1) % count]))
    }
    return RetainPath(
      start: names[0], steps: steps, suspect: count - 1, advice: "Try weak var.",
      references: names.map { RetainPath.Reference(source: $0, label: "", target: "") },
      further: further)
  }

  private static func graph(_ path: RetainPath) throws -> RetainGraph {
    try #require(
      RetainGraph(
        Leak(typeName: path.start, verdict: .leaked(path), location: CodeLocation())))
  }

  @Test(arguments: [1, 2, 3, 5, 8, 20, 60, 61, 500])
  func aRing(count: Int) throws {
    let graph = try Self.graph(Self.ring(count))
    #expect(graph.nodes.count == (count <= 60 ? count : 60))
    #expect(graph.nodes.count { $0.kind == .folded } == (count <= 60 ? 0 : 1))
    #expect(graph.nodes.count(where: \.isSubject) == 1)
    #expect(graph.edges.count == graph.nodes.count)
    #expect(graph.edges.filter { $0.cut != nil }.map(\.label) == [".next\(count - 1)"])
    #expect(graph.edges.last?.target == 0)
    #expect(overlaps(in: graph) == [])
    #expect((graph.boxes() == nil) == (count > 16))
  }

  @Test func manyCycles() throws {
    let graph = try Self.graph(
      Self.ring(30, further: (0..<11).map { _ in Self.ring(40) }))
    #expect(graph.figures.count == 8)
    #expect(graph.figures[7].title == "8 of 12")
    #expect(graph.note == "4 more cycles must be broken as well.")
    #expect(graph.nodes.count <= 60)
    #expect(graph.edges.count { $0.cut != nil } == 8)
    #expect(overlaps(in: graph) == [])
  }

  @Test(arguments: SampleLeaks.allCases)
  func nothingOverlaps(_ sample: SampleLeaks) throws {
    #expect(overlaps(in: try #require(RetainGraph(sample.leak))) == [])
  }

  /// The names of what overlaps in the picture, or leaves it.
  private func overlaps(in graph: RetainGraph) -> [String] {
    let picture = Picture(graph)
    var boxes: [(String, Rectangle)] = []
    for figure in picture.figures {
      boxes += figure.nodes.map { ($0.node.name, $0.frameBox) }
      boxes += figure.edges.filter { $0.box.height > 0 }.map { ($0.edge.label, $0.box) }
    }
    var found: [String] = []
    for (index, (name, box)) in boxes.enumerated() {
      if box.minX < 0 || box.minY < 0 || box.maxX > picture.width || box.maxY > picture.height {
        found.append("\(name) is outside")
      }
      for (other, second) in boxes[(index + 1)...] where box.overlaps(second, margin: 0) {
        found.append("\(name), \(other)")
      }
    }
    return found
  }
}
