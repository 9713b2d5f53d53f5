import CLeakBase
import Foundation
import LeakHeapReading

/// The memory that one walk takes.
struct MemoryTask: ChildTask {
  var objects: Int
  /// Whether every object has eight references instead of two.
  var isDense: Bool

  struct Outcome: Codable, Sendable {
    var references: Int
    /// Bytes that the walk's result keeps.
    var kept: Int
    /// Bytes in memory at the worst moment of the walk, beyond those before it.
    var peak: Int
  }

  func run() async throws -> Outcome {
    let nodes = isDense ? DenseNode.graph(objects) : TwoReferences(objects: objects).root
    let root = UnsafeRawPointer(Unmanaged.passUnretained(nodes).toOpaque())
    defer { withExtendedLifetime(nodes) {} }
    // Plans and symbols are made once.
    _ = try HeapReader.shared.snapshot(from: Unmanaged.passUnretained(Single()).toOpaque())
    let inUse = crt_heap_in_use()
    let resident = try PeakMemory.reset()
    let snapshot = try HeapReader.shared.snapshot(from: root)
    let peak = try PeakMemory.now()
    return Outcome(
      references: snapshot.graph.references.count, kept: crt_heap_in_use() - inUse,
      peak: peak - resident)
  }
}

private final class Single {}

/// A node of eight references.
private final class DenseNode {
  var next: DenseNode?
  var second: DenseNode?
  var third: DenseNode?
  var fourth: DenseNode?
  var fifth: DenseNode?
  var sixth: DenseNode?
  var seventh: DenseNode?
  var eighth: DenseNode?

  /// `count` nodes that refer to the next, and to any.
  static func graph(_ count: Int) -> DenseNode {
    let nodes = (0..<count).map { _ in DenseNode() }
    var scatter = Scatter()
    func any() -> DenseNode { nodes[scatter.next(below: count)] }
    for position in nodes.indices {
      let node = nodes[position]
      node.next = nodes[(position + 1) % count]
      (node.second, node.third, node.fourth) = (any(), any(), any())
      (node.fifth, node.sixth, node.seventh, node.eighth) = (any(), any(), any(), any())
    }
    return nodes[0]
  }
}
