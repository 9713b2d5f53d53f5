import HeapModel
import HeapReading

/// The references among the objects of a component by the places in the source that they are stored in: who changes a place
/// changes them all.
struct CutPlaces {
  /// A place in the source that references are stored in.
  enum Place: Hashable {
    /// A property of a type, or what else its objects have by that label.
    case property(type: UInt32, label: UInt32)
    /// A capture of a closure, by its position; -1 where it is the only one and the closure has no context.
    case capture(function: String, position: Int)
  }

  private let graph: HeapGraph
  private let evidence: HeapEvidence
  private let members: [HeapGraph.ObjectID]
  /// The position of each member.
  private let positions: [HeapGraph.ObjectID: UInt32]
  /// The closures whose contexts members are.
  private var closures: [HeapGraph.ObjectID: Closure] = [:]

  private struct Closure {
    var name: String
    var isPrograms: Bool
  }

  /// - Complexity: O(*n*) in the number of members and their references.
  init(of members: [HeapGraph.ObjectID], in graph: HeapGraph, evidence: HeapEvidence) {
    self.graph = graph
    self.members = members
    self.evidence = evidence
    var positions: [HeapGraph.ObjectID: UInt32] = [:]
    for (position, member) in members.enumerated() { positions[member] = UInt32(position) }
    self.positions = positions
    for member in members {
      for reference in graph.references(from: member) {
        let target = graph.target(of: reference)
        guard graph.type(of: target).kind == .closureContext, positions[target] != nil,
          let closure = closure(of: reference)
        else { continue }
        closures[target] = closure
      }
    }
  }

  /// The number of members and of their references.
  var size: Int {
    members.reduce(members.count) { $0 + graph.references(from: $1).count }
  }

  /// Where a member is in what remains.
  func position(of member: HeapGraph.ObjectID) -> HeapGraph.ObjectID? {
    positions[member].map(Int.init)
  }

  /// The closure whose context the reference is.
  private func closure(of reference: HeapGraph.ReferenceID) -> Closure? {
    guard let function = graph.function(of: reference), let name = evidence.name(function),
      name.kind != .thunk
    else { return nil }
    return Closure(name: name.text, isPrograms: evidence.isPrograms(function))
  }

  /// The closure that the reference is a capture of.
  private func closure(
    capturing reference: HeapGraph.ReferenceID, from source: HeapGraph.ObjectID
  ) -> (closure: Closure, position: Int)? {
    if let closure = closures[source] { return (closure, graph.label(of: reference).captureIndex) }
    guard graph.type(of: graph.target(of: reference)).kind != .closureContext else { return nil }
    return closure(of: reference).map { ($0, -1) }
  }

  /// Whether the program can change the place of the reference.
  func isPrograms(_ reference: HeapGraph.ReferenceID) -> Bool {
    let source = graph.source(of: reference)
    return closure(capturing: reference, from: source)?.closure.isPrograms
      ?? (graph.type(of: source).visibility == .program)
  }

  func place(of reference: HeapGraph.ReferenceID) -> Place {
    place(of: reference, from: graph.source(of: reference))
  }

  private func place(
    of reference: HeapGraph.ReferenceID, from source: HeapGraph.ObjectID
  ) -> Place {
    if let (closure, position) = closure(capturing: reference, from: source) {
      return .capture(function: closure.name, position: position)
    }
    return .property(
      type: graph.objects[source].type, label: graph.references[reference].label)
  }

  /// The members, and the references among them that are sure and stay.
  struct Remainder {
    let graph: HeapGraph
    /// Which reference of the whole graph each is.
    fileprivate let origins: [HeapGraph.ReferenceID]

    /// Objects that still keep one another, if there are any.
    var cyclicComponent: Component? {
      graph.stronglyConnectedComponents().first(where: \.containsCycle)
    }

    /// A cycle that is there, if there is one.
    var cycle: ReferenceCycle? {
      cyclicComponent.flatMap { graph.shortestCycle(through: $0.members[0]) }.map(original)
    }

    /// The same cycle in the whole graph.
    func original(_ cycle: ReferenceCycle) -> ReferenceCycle {
      ReferenceCycle(references: cycle.references.map { origins[$0] })
    }
  }

  /// What is left without the references that are stored in `places`.
  ///
  /// - Complexity: O(*n*) in the number of members and their references.
  func remainder(without places: Set<Place>) -> Remainder {
    var references: [HeapReference] = []
    var origins: [HeapGraph.ReferenceID] = []
    var first: [UInt32] = [0]
    for member in members {
      let isWork = graph.type(of: member).letsGoWhenDone
      for reference in graph.references(from: member) where !isWork {
        guard let target = positions[graph.target(of: reference)],
          graph.references[reference].confidence != .conservative,
          !places.contains(place(of: reference, from: member))
        else { continue }
        var kept = graph.references[reference]
        kept.target = target
        references.append(kept)
        origins.append(reference)
      }
      first.append(UInt32(references.count))
    }
    let rest = HeapGraph(
      objects: members.map { graph.objects[$0] }, references: references, firstReference: first,
      types: graph.types, labels: graph.labels, functionReferences: [])
    return Remainder(graph: rest, origins: origins)
  }

  /// Those of `cuts` without which the members would not go: what was cut early may be cut by what came later as well. The
  /// first one stays.
  func needed(
    _ cuts: [(explanation: RetainPath.Explanation, place: Place)], besides isCut: Set<Place>
  ) -> [RetainPath.Explanation] {
    var isCut = isCut
    var needed = cuts
    for cut in cuts.dropFirst().dropLast().reversed()
    where remainder(without: isCut.subtracting([cut.place])).cyclicComponent == nil {
      isCut.remove(cut.place)
      needed.removeAll { $0.place == cut.place }
    }
    return needed.map(\.explanation)
  }
}
