import LeakBase
import LeakDeciding
import LeakHeapModel
import LeakHeapReading

/// The structure of a small component, as seen from one of its objects. Components of one structure are explained alike, so that one
/// explanation does for all of them.
struct ComponentShape: Hashable {
  /// Larger ones are few.
  static let mostMembers = 256
  private static let outside = -1

  /// Whether what is told is proven.
  private let isProven: Bool
  /// The members in the order in which they are reached: the type of each; then of each reference the label, how sure it is, the
  /// code of the function whose context it is, and the position of the member that it leads to. Functions of one name are many:
  /// overloads, and private ones of several files.
  private var code: [Int] = []
  /// What the test calls the members.
  private var names: [String] = []

  /// The structure, and the members in the order in which they are reached; `nil` where `start` does not reach all.
  ///
  /// - Complexity: O(*n*) in the number of members and their references.
  static func shape(
    of members: [HeapGraph.ObjectID], from start: HeapGraph.ObjectID, isProven: Bool,
    in graph: HeapGraph, of evidence: HeapEvidence
  ) -> (shape: ComponentShape, order: [HeapGraph.ObjectID])? {
    var shape = ComponentShape(isProven: isProven)
    let own = ObjectPositions(of: members, in: graph)
    var reached = ObjectPositions(graphSize: graph.objects.count)
    reached.append(start)
    var next = 0
    while next < reached.count {
      let object = reached.objects[next]
      shape.code.append(Int(graph.objects[object].type))
      if let label = evidence.label(object) { shape.names.append("\(next): \(label)") }
      next += 1
      for reference in graph.references(from: object) {
        let target = graph.target(of: reference)
        let stored = graph.references[reference]
        let function = graph.function(of: reference).map(evidence.code)
        shape.code += [Int(stored.label), Int(stored.confidence.rawValue)]
        shape.code.append(function.map { Int(bitPattern: $0) } ?? outside)
        guard own[target] != nil else {
          shape.code.append(outside)
          continue
        }
        let known = reached[target]
        shape.code.append(known ?? reached.count)
        if known == nil { reached.append(target) }
      }
    }
    return reached.count == members.count ? (shape, reached.objects) : nil
  }
}

/// What is told of a look's components: of small ones for all of one structure, of a large one for all its objects.
final class KnownPaths: Sendable {
  /// What is told in one go.
  private enum Subject: Hashable {
    case components(ComponentShape, isOfObject: Bool)
    /// The one that has this object, which comes first in it; told of one of its objects, or as what it is.
    case component(
      HeapGraph.ObjectID, of: HeapGraph.ObjectID?, isProven: Bool, labels: ObjectIdentifier?)
  }

  /// What is told, and the position of the object that it starts at among the members.
  private struct Known {
    var path: RetainPath
    var start: Int
  }

  private let known = VisibleMutex<[Subject: Known]>([:])
  private let cycles = VisibleMutex<[Bool: Cycles]>([:])
  private let lasting = VisibleMutex<[ComponentShape: RetainPath?]>([:])
  private let isOnLastingCycle = VisibleMutex<[Bool]?>(nil)
  private let followed = VisibleMutex((ways: 0, references: 0))

  /// The components of a graph that are cycles.
  private struct Cycles {
    /// The ways from there to what they lead to.
    let ways: ShortestPaths
    private let components: [Component]
    private var componentOfObject: [Int?]

    var areSeveral: Bool { components.count > 1 }

    init(of graph: HeapGraph) {
      componentOfObject = Array(repeating: nil, count: graph.objects.count)
      components = graph.stronglyConnectedComponents().filter(\.containsCycle)
      ways = ShortestPaths(from: components.flatMap(\.members), in: graph)
      for (index, component) in components.enumerated() {
        for member in component.members { componentOfObject[member] = index }
      }
    }

    func members(around object: HeapGraph.ObjectID) -> [HeapGraph.ObjectID]? {
      componentOfObject[object].map { components[$0].members }
    }
  }

  private func cycles(of graph: HeapGraph, isSure: Bool) -> Cycles {
    cycles.withLock { cycles in
      if let known = cycles[isSure] { return known }
      let found = Cycles(of: graph)
      cycles[isSure] = found
      return found
    }
  }

  /// The ways from the cycles of `graph`, which is the look's without guesses or with them, to what these lead to.
  func waysFromCycles(in graph: HeapGraph, isSure: Bool) -> ShortestPaths {
    cycles(of: graph, isSure: isSure).ways
  }

  /// Whether `graph` has several components that are cycles.
  func hasSeveralCycles(in graph: HeapGraph, isSure: Bool) -> Bool {
    cycles(of: graph, isSure: isSure).areSeveral
  }

  /// The component of `graph` that `object` is in, where that is a cycle.
  func cycleMembers(
    around object: HeapGraph.ObjectID, in graph: HeapGraph, isSure: Bool
  ) -> [HeapGraph.ObjectID]? {
    cycles(of: graph, isSure: isSure).members(around: object)
  }

  /// Whether a cycle of `graph`, which is the same in each call, leads through `object` without work in it.
  func isOnCycleWithoutWork(_ object: HeapGraph.ObjectID, in graph: HeapGraph) -> Bool {
    isOnLastingCycle.withLock { known in
      if let known { return known[object] }
      var isOn = [Bool](repeating: false, count: graph.objects.count)
      let areWork = graph.types.map(\.letsGoWhenDone)
      let lasting =
        areWork.contains(true)
        ? graph.filteringReferences { !areWork[Int(graph.objects[graph.source(of: $0)].type)] }
        : graph
      for component in lasting.stronglyConnectedComponents() where component.containsCycle {
        for member in component.members { isOn[member] = true }
      }
      known = isOn
      return isOn[object]
    }
  }

  /// The cycles to tell that last, of the small component of `members` as seen from `object`; made where that is not known.
  func lastingCycle(
    of members: [HeapGraph.ObjectID], from object: HeapGraph.ObjectID, in graph: HeapGraph,
    evidence: HeapEvidence, _ make: () -> RetainPath?
  ) -> RetainPath? {
    guard
      let (shape, _) = ComponentShape.shape(
        of: members, from: object, isProven: true, in: graph, of: evidence)
    else { return make() }
    if let known = lasting.withLock({ $0[shape] }) { return known }
    let made = make()
    lasting.withLock { $0[shape] = .some(made) }
    return made
  }

  /// So many ways from a cycle to an object are told in full, whatever their length.
  private static let fewWays = 16
  /// Of further ways so many references.
  private static let mostReferences = 4096

  /// Whether a way of this length from a cycle to an object is told in full. Of many objects a report shows the ways to some.
  func followsWay(of length: Int) -> Bool {
    followed.withLock { followed in
      guard followed.ways < Self.fewWays || followed.references + length <= Self.mostReferences
      else { return false }
      followed.ways += 1
      followed.references += length
      return true
    }
  }

  /// What is told of the component of `members`, seen from `object`; made where it is not known.
  ///
  /// - Parameter isOfObject: Whether it is told of that object, which may be on none of the cycles that are told of the component.
  func report(
    of members: [HeapGraph.ObjectID], from object: HeapGraph.ObjectID, isOfObject: Bool,
    isProven: Bool, in graph: HeapGraph, evidence: HeapEvidence, _ make: () -> Cure.Report?
  ) -> Cure.Report? {
    let subject: Subject
    let order: [HeapGraph.ObjectID]
    if members.count <= ComponentShape.mostMembers {
      guard
        let (shape, reached) = ComponentShape.shape(
          of: members, from: object, isProven: isProven, in: graph, of: evidence)
      else { return make() }
      (subject, order) = (.components(shape, isOfObject: isOfObject), reached)
    } else {
      let labels = evidence.labels.map { ObjectIdentifier($0) }
      (subject, order) = (
        .component(
          members[0], of: isOfObject ? object : nil, isProven: isProven, labels: labels), members
      )
    }
    if let known = known.withLock({ $0[subject] }) {
      return Cure.Report(path: known.path, start: order[known.start])
    }
    guard let report = make() else { return nil }
    let start = order.firstIndex(of: report.start) ?? 0
    known.withLock { $0[subject] = Known(path: report.path, start: start) }
    return report
  }
}
