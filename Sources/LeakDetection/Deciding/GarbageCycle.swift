import HeapModel
import HeapReading

/// Finds the cycle that drags an object along: it leads to the object, and the object does not lead back.
enum GarbageCycle {
  /// The nearest cycle through one of `referrers`, objects that no root reaches, and the way from it to `object`.
  ///
  /// `referrers` are addresses of garbage, which nobody gives back any more.
  static func path(to object: HolderSearch.Subject, among referrers: [UInt]) -> RetainPath? {
    for referrer in referrers {
      guard let pointer = UnsafeRawPointer(bitPattern: referrer),
        let snapshot = try? HeapReader.shared.snapshot(fromCandidate: pointer),
        let target = snapshot.addresses.firstIndex(of: object.witness.address),
        case .proven(var path, _) = Judgement.decide(HeapEvidence(snapshot))
      else { continue }
      let graph = snapshot.graph
      let way = graph.shortestPath(from: graph.component(of: 0).members, to: target)
      guard let approach = RetainPath.Approach(along: way, in: snapshot) else { continue }
      path.approach = approach
      return path
    }
    return nil
  }

  /// The way to `object` from the farthest of `referrers` that leads to it, if the references from there explain
  /// every retain of the object: a retain of that one was not given back.
  static func explainedPath(to object: HolderSearch.Subject, among referrers: [UInt]) -> RetainPath?
  {
    for referrer in referrers.reversed() {
      guard let pointer = UnsafeRawPointer(bitPattern: referrer),
        let snapshot = try? HeapReader.shared.snapshot(fromCandidate: pointer),
        snapshot.graph.type(of: 0).kind == .instance,
        let target = snapshot.addresses.firstIndex(of: object.witness.address),
        let retains = snapshot.counts(of: target)?.strong,
        snapshot.graph.references.count(where: { Int($0.target) == target }) >= retains
      else { continue }
      let graph = snapshot.graph
      var path = RetainPath(lostRetainsOf: object.typeName)
      path.approach = RetainPath.Approach(
        along: graph.shortestPath(from: [0], to: target), in: snapshot)
      path.advice =
        "Nothing refers to the \(graph.typeName(of: 0).short), so a retain of it was never given back."
      return path
    }
    return nil
  }
}

extension RetainPath.Approach {
  /// The way along references that follow one another; `nil` where there are none.
  fileprivate init?(along way: [HeapGraph.ReferenceID], in snapshot: HeapSnapshot) {
    guard let first = way.first else { return nil }
    let graph = snapshot.graph
    self.init(
      start: graph.typeName(of: graph.source(of: first)).qualified,
      steps: RetainPath.Step.steps(
        along: way, in: graph, name: { snapshot.name(of: $0) }, line: { snapshot.line(of: $0) }))
  }
}
