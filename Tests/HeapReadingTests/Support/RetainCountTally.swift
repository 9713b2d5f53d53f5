import LeakHeapModel
import LeakHeapReading

/// The retain counts of many snapshots' objects, compared with the references found to them.
struct RetainCountTally: CustomStringConvertible {
  /// Kinds of objects whose count may differ from the references found, and why.
  let explanations: [HeapObjectType.Kind: String]

  private(set) var graphs = 0
  private(set) var objects = 0
  private(set) var references = 0
  private(set) var exact = 0
  private(set) var explained = 0
  /// How many objects of each type are never freed, and have no count for that reason.
  private(set) var immortal: [String: Int] = [:]

  init(explanations: [HeapObjectType.Kind: String]) {
    self.explanations = explanations
  }

  /// Compares the objects of `snapshot`, of which the first has `retains` that are not in the heap, and
  /// returns the differences that have no explanation.
  mutating func compare(_ snapshot: HeapSnapshot, retains: Int) -> [String] {
    let graph = snapshot.graph
    var incoming = [[HeapGraph.ReferenceID]](repeating: [], count: graph.objects.count)
    for reference in graph.references.indices {
      incoming[graph.target(of: reference)].append(reference)
    }
    graphs += 1
    objects += graph.objects.count
    references += graph.references.count
    var differences: [String] = []
    for object in graph.objects.indices {
      guard let counts = snapshot.counts(of: object) else {
        immortal[graph.typeText(of: object), default: 0] += 1
        continue
      }
      let expected = incoming[object].count + (object == 0 ? retains : 0)
      if counts.strong == expected {
        exact += 1
      } else if explanations[graph.type(of: object).kind] != nil {
        explained += 1
      } else {
        differences.append(
          "\(graph.typeText(of: object)) has \(counts.strong) retains, found are "
            + graph.sources(of: incoming[object]))
      }
    }
    return differences
  }

  var description: String {
    "retain counts: \(graphs) graphs, \(objects) objects, \(references) references; \(exact) exact, "
      + "\(explained) explained, \(immortal.values.reduce(0, +)) never freed"
  }
}

extension HeapGraph {
  fileprivate func sources(of references: [ReferenceID]) -> String {
    let sources = references.map { reference in
      let label = label(of: reference)
      return "\(typeText(of: source(of: reference))) \(label.role) \(label.path)"
    }
    return "\(references.count): [\(sources.joined(separator: "; "))]"
  }
}
