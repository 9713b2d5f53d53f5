import LeakHeapModel

extension CutPlaces {
  /// The program's instances that tasks keep, and that keep what these wait for, without the references that are stored in `cut`: what
  /// a task's closure captures weakly is not in its frames either.
  ///
  /// - Parameters:
  ///   - ended: Tasks among these keep nothing but who waits for them.
  ///   - resumed: Tasks among these are over, and keep nobody.
  /// - Complexity: O(*n*) in the number of members and their references, where tasks have closures of their own.
  func keptByTasks(
    without cut: Set<Place>, besides ended: Set<HeapGraph.ObjectID>,
    resumed: Set<HeapGraph.ObjectID>
  ) -> [HeapGraph.ObjectID] {
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
    return rest.stronglyConnectedComponents()
      .filter { $0.members.contains { isTask(members.objects[$0]) } }
      .flatMap { $0.members.map { members.objects[$0] } }
      .filter { graph.kind(of: $0) == .instance && graph.visibility(of: $0) == .program }
  }

  /// What the closure of `task`, or one that it forwards to, has captured by the references that are stored in `cut`.
  private func cutCaptures(of task: HeapGraph.ObjectID, _ cut: Set<Place>) -> Set<
    HeapGraph.ObjectID
  > {
    var captures: Set<HeapGraph.ObjectID> = []
    var seen: Set = [task]
    var pending = [task]
    while let source = pending.popLast() {
      for reference in graph.references(from: source) {
        let target = graph.target(of: reference)
        if cut.contains(place(of: reference)) { captures.insert(target) }
        if members[target] != nil, graph.kind(of: target) == .closureContext,
          seen.insert(target).inserted
        {
          pending.append(target)
        }
      }
    }
    return captures
  }
}
