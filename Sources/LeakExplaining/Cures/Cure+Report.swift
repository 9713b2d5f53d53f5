import LeakDeciding
import LeakHeapModel

extension RetainPath {
  /// The reference to change, as a report tells it.
  var suspectText: String { steps[suspect].text(withNote: false) }
}

extension Cure {
  /// The cuts as a report tells them.
  struct Report {
    var path: RetainPath
    /// The object that the path starts at.
    var start: HeapGraph.ObjectID
  }

  /// The cuts as a report on the component tells them.
  var report: Report { makeReport(cuts) }

  /// The cuts as a report on `object` tells them, which is one of the members: the cycle through it comes first. Where it is on no
  /// cycle that can be told, the way to it is told as well; `nil` where there is none.
  ///
  /// - Complexity: O(*n*) in the number of members and their references.
  func report(of object: HeapGraph.ObjectID) -> Report? {
    let own = cuts.firstIndex { $0.objects.contains(object) }
    if let own { return makeReport([cuts[own]] + cuts[..<own] + cuts[(own + 1)...]) }
    let cut = Set(cuts.map { places.place(of: $0.cut) })
    let cycle = graph.shortestCycle(through: object)
    if let explanation = cycle.flatMap({ explained($0, cutting: cut) }) {
      let place = places.place(of: explanation.cut)
      let others = cuts.filter { places.place(of: $0.cut) != place }
      return makeReport([withStandIns(explanation)] + others)
    }
    let way = ShortestPaths(from: cuts[0].objects, in: graph).path(to: object)
    if way.isEmpty {
      return cycle.map { makeReport([explainer.explained($0, in: graph, at: places)] + cuts) }
    }
    var result = report
    // Of a way by a task's functions there is no step to tell.
    result.path.approach =
      RetainPath.Approach(
        along: way, in: graph, of: explainer.evidence, from: result.path.start)
      ?? RetainPath.Approach(start: result.path.start, steps: [])
    return result
  }

  private func makeReport(_ cuts: [RetainPath.Explanation]) -> Report {
    let explanations = RetainPath.Explanation.edited(cuts)
    var path = explanations[0].path
    path.further = explanations.dropFirst().map(\.path)
    path.members = RetainPath.Members.counted(
      among: members, besides: explanations.flatMap(\.objects), in: graph,
      of: explainer.evidence)
    path.leavesCycles = !isWhole
    path.probablyLeavesCycles = probablyLeavesCycles
    path.mayNeedOne = mayNeedOne
    path.foreignCycles = cuts[0].isForeign ? 0 : cuts.count(where: \.isForeign)
    path.keptByTasks = keptByTasks.map { TypeName($0).qualified }
    path.closuresOfTasks = closuresOfTasks
    return Report(path: path, start: explanations[0].start)
  }
}

extension RetainPath.Members {
  /// How many instances of each of the program's types are among `members`, if there are more than those that are `reported`: of the most
  /// first, but of other packages' types last, which say less to whoever reads it.
  ///
  /// - Complexity: O(*n*) in the number of members.
  fileprivate static func counted(
    among members: [HeapGraph.ObjectID], besides reported: [HeapGraph.ObjectID],
    in graph: HeapGraph, of evidence: HeapEvidence
  ) -> [RetainPath.Members] {
    func isInstance(_ object: HeapGraph.ObjectID) -> Bool {
      graph.visibility(of: object) == .program
    }
    let counts = graph.instanceCounts(among: members)
    let total = counts.values.reduce(0, +)
    var shown = ObjectPositions(graphSize: graph.objects.count)
    for object in reported where isInstance(object) && shown[object] == nil {
      shown.append(object)
    }
    guard total > shown.count else { return [] }
    let all = counts.map { name, count in
      RetainPath.Members(typeName: TypeName(name).qualified, count: count)
    }.sorted { ($1.count, $0.typeName) < ($0.count, $1.typeName) }
    let isForeign = { (member: RetainPath.Members) in
      evidence.knownForeignPackage(ofType: member.typeName) != nil
    }
    return all.filter { !isForeign($0) } + all.filter(isForeign)
  }
}
