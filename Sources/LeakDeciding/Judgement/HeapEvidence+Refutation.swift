import LeakHeapModel

extension HeapEvidence {
  /// The same without the conservative references that the counts refute: those to an object whose retains are all explained by others.
  ///
  /// - Complexity: O(*n*) in the number of objects and references.
  func withoutRefutedReferences() -> HeapEvidence {
    let explained = Explanations(of: self)
    if explained.isEmpty { return self }
    var evidence = self
    evidence.graph = graph.filteringReferences { reference in
      graph.references[reference].confidence != .conservative
        || !explained.refute(reference, in: graph)
    }
    return evidence
  }
}

/// What explains all retains of the objects that conservative references lead to.
private struct Explanations {
  /// For each object that references explain, who has a conservative one that is among these. The others are none.
  private var owners: [HeapGraph.ObjectID: Set<HeapGraph.ObjectID>] = [:]

  var isEmpty: Bool { owners.isEmpty }

  init(of evidence: HeapEvidence) {
    let graph = evidence.graph
    var sure: [HeapGraph.ObjectID: Int] = [:]
    for reference in graph.references where reference.confidence == .conservative {
      sure[Int(reference.target)] = 0
    }
    if sure.isEmpty { return }
    var contexts: [HeapGraph.ObjectID: Set<HeapGraph.ObjectID>] = [:]
    var resumed: Set<HeapGraph.ObjectID> = []
    for source in graph.objects.indices {
      for id in graph.references(from: source) {
        let target = graph.target(of: id)
        guard sure[target] != nil else { continue }
        let label = graph.label(of: id)
        // Where its closure is a task says exactly.
        if label == .closureContext, graph.kind(of: source) == .task {
          contexts[target, default: []].insert(source)
        } else if graph.references[id].confidence == .conservative {
          continue
        } else if graph.kind(of: target) == .task, !label.isTaskHandle {
          // What will resume a task does not retain it.
          resumed.insert(target)
        } else {
          sure[target]? += 1
        }
      }
    }
    for (object, count) in sure {
      guard let counts = evidence.counts(object) else { continue }
      let rest = counts.strong - count - evidence.ownStrong(object)
      if graph.kind(of: object) != .task {
        let contexts = contexts[object, default: []]
        if rest <= contexts.count { owners[object] = contexts }
      } else if resumed.contains(object) {
        // One that has not finished owns itself, and is resumed by one continuation, or by the task that it waits for. Those that wait
        // for it may retain it.
        let waiters = graph.retainingWaiters(of: object)
        if rest <= 1 + waiters.count { owners[object] = waiters.union([object]) }
      }
    }
  }

  /// Whether the conservative reference is none.
  func refute(_ reference: HeapGraph.ReferenceID, in graph: HeapGraph) -> Bool {
    owners[graph.target(of: reference)].map { !$0.contains(graph.source(of: reference)) } ?? false
  }
}
