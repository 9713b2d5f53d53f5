import LeakHeapModel
import SeededRandom

/// A random graph in a form that is easy to shuffle.
struct RandomGraph {
  struct Reference {
    var source: Int
    var target: Int
    var label: ReferenceLabel
    var index: Int32
    var confidence: Confidence
  }

  var types: [String] = []
  var references: [Reference] = []

  /// A graph of up to `maximum` objects, from sparse to dense, with few names so that many ties arise.
  init(objects maximum: Int, using generator: inout SplitMix64) {
    let count = Int.random(in: 1...maximum, using: &generator)
    types = (0..<count).map { _ in ["A", "B", "C"].randomElement(using: &generator)! }
    for _ in 0..<Int.random(in: 0...(2 * count + 1), using: &generator) {
      references.append(Self.reference(among: count, using: &generator))
    }
  }

  private static func reference(
    among count: Int, using generator: inout SplitMix64
  ) -> Reference {
    let label: ReferenceLabel
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      label = ReferenceLabel(role: .capture, captureIndex: .random(in: 0...1, using: &generator))
    case 1: label = ReferenceLabel(role: .element)
    default:
      label = ReferenceLabel(role: .property, path: Bool.random(using: &generator) ? "x" : "y")
    }
    return Reference(
      source: .random(in: 0..<count, using: &generator),
      target: .random(in: 0..<count, using: &generator), label: label,
      index: label.role == .element ? .random(in: 0...2, using: &generator) : -1,
      confidence: Confidence.allCases.randomElement(using: &generator)!)
  }

  /// The same graph with its objects renumbered and its references in another order, and the new number of
  /// each object.
  func shuffled(using generator: inout SplitMix64) -> (graph: RandomGraph, numbers: [Int]) {
    let numbers = Array(types.indices).shuffled(using: &generator)
    var graph = self
    for (old, new) in numbers.enumerated() { graph.types[new] = types[old] }
    graph.references.shuffle(using: &generator)
    for position in graph.references.indices {
      graph.references[position].source = numbers[graph.references[position].source]
      graph.references[position].target = numbers[graph.references[position].target]
    }
    return (graph, numbers)
  }

  /// The graph as a value of the model.
  var heap: HeapGraph {
    HeapGraph.build { heap in
      for type in types { _ = heap.object(type) }
      for reference in references {
        heap.refer(
          from: reference.source, reference.label, to: reference.target, reference.confidence,
          index: reference.index)
      }
    }
  }

  /// The number of references on the shortest way from each object to each, by Floyd and Warshall; the way
  /// from an object to itself has at least one reference. `nil` where there is none.
  var distances: [[Int?]] {
    var distances = [[Int?]](
      repeating: Array(repeating: nil, count: types.count), count: types.count)
    for reference in references { distances[reference.source][reference.target] = 1 }
    for middle in types.indices {
      for source in types.indices {
        for target in types.indices {
          guard let first = distances[source][middle], let second = distances[middle][target] else {
            continue
          }
          distances[source][target] = min(distances[source][target] ?? .max, first + second)
        }
      }
    }
    return distances
  }
}
