import LeakHeapModel

extension CutPlaces {
  /// The tasks that keep instances of the program which keep what these wait for, and those instances, without the references that are
  /// stored in `cut`: what a task's closure captures weakly is not in its frames either.
  ///
  /// - Parameters:
  ///   - ended: Tasks among these keep nothing but who waits for them.
  ///   - resumed: Tasks among these are over, and keep nobody.
  /// - Complexity: O(*n*) in the number of members and their references, where tasks have closures of their own.
  func keptByTasks(
    without cut: Set<Place>, besides ended: Set<HeapGraph.ObjectID>,
    resumed: Set<HeapGraph.ObjectID>
  ) -> (tasks: [HeapGraph.ObjectID], instances: [HeapGraph.ObjectID]) {
    func isTask(_ member: HeapGraph.ObjectID) -> Bool { graph.kind(of: member) == .task }
    let tasks = members.objects.filter { isTask($0) && !ended.contains($0) }
    let weak = Dictionary(uniqueKeysWithValues: tasks.map { ($0, cutCaptures(of: $0, cut)) })
    let rest = remainder(without: cut) { member, reference in
      guard isTask(member) else {
        return graph.references[reference].confidence != .conservative
      }
      return weak[member].map { !$0.contains(graph.target(of: reference)) }
        ?? (graph.label(of: reference) == .waiter && !resumed.contains(member))
    }.graph
    let kept = rest.stronglyConnectedComponents()
      .map { $0.members.map { members.objects[$0] } }
      .filter { $0.contains(where: isTask) }
      .joined()
    return (
      kept.filter { isTask($0) && !ended.contains($0) },
      kept.filter { graph.kind(of: $0) == .instance && graph.visibility(of: $0) == .program }
    )
  }

  /// What the closure of `task`, or one that it forwards to, has captured by the references that are stored in `cut`.
  private func cutCaptures(of task: HeapGraph.ObjectID, _ cut: Set<Place>) -> Set<
    HeapGraph.ObjectID
  > {
    Set(
      closureReferences(of: task).filter { cut.contains(place(of: $0)) }
        .map(graph.target))
  }

  /// The functions whose closures `task` has, the first before those that it forwards to.
  func closures(of task: HeapGraph.ObjectID) -> [FunctionID] {
    closureReferences(of: task).compactMap(graph.function)
  }

  /// The references of `task`, and of its closures among the members.
  private func closureReferences(of task: HeapGraph.ObjectID) -> [HeapGraph.ReferenceID] {
    var references: [HeapGraph.ReferenceID] = []
    var seen: Set = [task]
    var pending = [task]
    while let source = pending.popLast() {
      for reference in graph.references(from: source) {
        references.append(reference)
        let target = graph.target(of: reference)
        if members[target] != nil, graph.kind(of: target) == .closureContext,
          seen.insert(target).inserted
        {
          pending.append(target)
        }
      }
    }
    return references
  }
}
