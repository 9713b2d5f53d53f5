import BenchmarkWorkloads
import CLimit
import LeakHeapReading

/// Walks over one graph, by the kit and by the limit in turn.
struct WalkTask: ChildTask {
  var shape: GraphShape
  var objects: Int
  var rounds: Int

  struct Outcome: Codable, Sendable {
    var objects: Int
    var references: Int
    /// Seconds, by round: of the limit, and of the kit.
    var seconds: [[Double]]
  }

  func run() async throws -> Outcome {
    let graph = shape.make(objects: objects)
    let root = UnsafeRawPointer(Unmanaged.passUnretained(graph.root).toOpaque())
    defer { withExtendedLifetime(graph) {} }
    let (objects, references) = try compare(from: root)
    let comparison = try await Comparison(of: [false, true], rounds: rounds) { isKit in
      let clock = ContinuousClock()
      let start = clock.now
      if isKit {
        let snapshot = try HeapReader.shared.snapshot(from: root)
        let end = clock.now
        withExtendedLifetime(snapshot) {}
        return (end - start).inNanoseconds / 1e9
      }
      let walk = limit_walk(shape.limit, root)
      let end = clock.now
      limit_free(walk)
      return (end - start).inNanoseconds / 1e9
    }
    return Outcome(objects: objects, references: references, seconds: comparison.rounds)
  }

  /// The objects and references that both find: they must agree, or one of them is wrong.
  private func compare(from root: UnsafeRawPointer) throws -> (objects: Int, references: Int) {
    let walk = limit_walk(shape.limit, root)
    defer { limit_free(walk) }
    let expected = (limit_object_count(walk), limit_reference_count(walk))
    let graph = try HeapReader.shared.snapshot(from: root).graph
    guard (graph.objects.count, graph.references.count) == expected else {
      throw BenchmarkError(
        "\(shape.rawValue): the kit finds \(graph.objects.count) objects and "
          + "\(graph.references.count) references, the limit \(expected.0) and \(expected.1)")
    }
    return expected
  }
}
