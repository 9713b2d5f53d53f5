import LeakDeciding
import LeakHeapModel

extension Cure {
  /// What each of `cuts` lets go of that nothing keeps any more when all of them are made, although somebody is to have it then: one of
  /// the members made it, or, where the check names another one, somebody may.
  ///
  /// - Complexity: O(*n*) in the number of members and their references, for each object that is cut off; and none where there are too many
  ///   to go through for one object.
  func losses(of cuts: [RetainPath.Explanation]) -> [SuspectContext.Loss?] {
    guard places.areReferencesCountable else { return cuts.map { _ in nil } }
    let evidence = explainer.evidence
    var changed = choices.reduce(into: ignored) { $0.formUnion($1[0]) }
    changed.formUnion(cuts.map { places.place(of: $0.cut) })
    let keepers = Keepers(places.remainder(without: changed).graph)
    let hasNamed = members.contains(where: evidence.isNamed)
    return cuts.map { cut in
      // A variable is weak only where its function gives the object to who owns it.
      if cut.context.suspect.isVariable { return nil }
      let losses = targets(of: cut).compactMap { target -> SuspectContext.Loss? in
        guard graph.isProgramsInstance(target), !evidence.isNamed(target),
          let found = places.references(to: target), evidence.counts(target)?.strong == found,
          let position = places.position(of: target), !keepers.isKept(position)
        else { return nil }
        func name(_ object: HeapGraph.ObjectID) -> String {
          graph.typeName(of: object).short
        }
        if let maker = places.maker(of: target, evidence) {
          return .sure(name(target), maker: name(maker))
        }
        return hasNamed && !places.makesMembers(target, evidence) ? .possible : nil
      }
      return losses.first { $0 != .possible } ?? losses.first
    }
  }

  /// What the references lead to that are stored where `cut` is: who changes the place changes all of them.
  private func targets(of cut: RetainPath.Explanation) -> [HeapGraph.ObjectID] {
    let place = places.place(of: cut.cut)
    let direct = members.flatMap { member in
      graph.references(from: member).filter { places.place(of: $0) == place }.map(graph.target)
    }
    var found: Set<HeapGraph.ObjectID> = []
    return direct.flatMap { target in
      Self.holding.contains(graph.kind(of: target))
        ? graph.references(from: target).map(graph.target) : [target]
    }.filter { places.position(of: $0) != nil && found.insert($0).inserted }
  }

  /// What has objects for who refers to it.
  private static let holding: Set<HeapObjectType.Kind> = [
    .arrayStorage, .dictionaryStorage, .setStorage, .box, .errorBox,
  ]
}

/// Who keeps whom in a graph.
private struct Keepers {
  private let graph: HeapGraph
  private var sources: [[HeapGraph.ObjectID]]

  init(_ graph: HeapGraph) {
    self.graph = graph
    sources = Array(repeating: [], count: graph.objects.count)
    for object in graph.objects.indices {
      for reference in graph.references(from: object) {
        sources[graph.target(of: reference)].append(object)
      }
    }
  }

  /// Whether an instance keeps the object, by what is kept itself in between.
  func isKept(_ object: HeapGraph.ObjectID) -> Bool {
    var seen: Set = [object]
    var pending = [object]
    while let next = pending.popLast() {
      for source in sources[next] where seen.insert(source).inserted {
        if graph.kind(of: source) == .instance { return true }
        pending.append(source)
      }
    }
    return false
  }
}
