import LeakDeciding
import LeakHeapModel
import LeakHeapReading

/// The references among the objects of a component by the places in the source that they are stored in: who changes a place
/// changes them all.
struct CutPlaces {
  /// A place in the source that references are stored in: a property of a type, whatever its generic arguments and subclasses, or
  /// a capture of a closure.
  struct Place: Hashable {
    var rawValue: UInt32
  }

  let graph: HeapGraph
  let members: ObjectPositions
  /// Whether the objects of each type let go of what they have when they are done.
  private let areWork: [Bool]
  /// The place of each reference of a member, and whether the program can change it; the references of one member follow those of
  /// the one before.
  private var places: [(place: Place, isPrograms: Bool)] = []
  /// Where those of each member begin.
  private var first: [Int] = []
  /// Whether references among the members are not sure.
  private(set) var hasGuesses = false
  /// Whether tasks are among the members.
  private(set) var hasTasks = false
  /// How the references of each place are spread, by its number.
  private var spreads: [Spread] = []

  /// How the references of a place are spread among the members.
  private struct Spread {
    /// The two members at the ends of one of them, if there is one.
    var ends: (source: HeapGraph.ObjectID, target: HeapGraph.ObjectID)?
    var hasManySources = false
    var hasManyTargets = false

    mutating func add(_ source: HeapGraph.ObjectID, _ target: HeapGraph.ObjectID) {
      guard let ends else {
        self.ends = (source, target)
        return
      }
      if ends.source != source { hasManySources = true }
      if ends.target != target { hasManyTargets = true }
    }
  }

  /// - Complexity: O(*n*) in the number of members and their references.
  init(of members: [HeapGraph.ObjectID], in graph: HeapGraph, evidence: HeapEvidence) {
    self.graph = graph
    let positions = ObjectPositions(of: members, in: graph)
    self.members = positions
    areWork = graph.types.map(\.letsGoWhenDone)
    first.reserveCapacity(members.count)
    places.reserveCapacity(graph.referenceCount(from: members))
    var names = PlaceNames(of: members, in: graph, evidence: evidence)
    for member in members {
      first.append(places.count)
      if graph.kind(of: member) == .task { hasTasks = true }
      for reference in graph.references(from: member) {
        let entry = names.place(of: reference, from: member)
        places.append(entry)
        let number = Int(entry.place.rawValue)
        if number == spreads.count { spreads.append(Spread()) }
        let target = graph.target(of: reference)
        if positions[target] == nil { continue }
        if graph.references[reference].confidence == .conservative {
          hasGuesses = true
          continue
        }
        spreads[number].add(member, target)
      }
    }
  }

  /// The number of members and of their references.
  var size: Int { members.count + places.count }

  /// Where a member is in what remains.
  func position(of member: HeapGraph.ObjectID) -> HeapGraph.ObjectID? {
    members[member]
  }

  private func entry(of reference: HeapGraph.ReferenceID) -> (place: Place, isPrograms: Bool) {
    let source = graph.source(of: reference)
    let position = members[source]!
    return places[first[position] + reference - graph.references(from: source).lowerBound]
  }

  /// The place of a member's reference.
  func place(of reference: HeapGraph.ReferenceID) -> Place { entry(of: reference).place }

  /// Whether many members have a reference in the place of this one, and all lead to one object: nobody of many owns it alone.
  func leadsFromManyToOne(_ reference: HeapGraph.ReferenceID) -> Bool {
    let spread = spreads[Int(place(of: reference).rawValue)]
    return spread.hasManySources && !spread.hasManyTargets
  }

  /// How many captures of members lead to an object; `nil` where there are too many references to go through for one object.
  ///
  /// - Complexity: O(*n*) in the number of members and their references.
  func captures(of object: HeapGraph.ObjectID) -> Int? {
    references(to: object) { member, reference in
      graph.kind(of: member) == .closureContext || graph.function(of: reference) != nil
    }
  }

  /// How many references of members lead to an object; `nil` as above.
  func references(to object: HeapGraph.ObjectID) -> Int? {
    references(to: object) { _, _ in true }
  }

  private func references(
    to object: HeapGraph.ObjectID,
    where isCounted: (_ member: HeapGraph.ObjectID, HeapGraph.ReferenceID) -> Bool
  ) -> Int? {
    guard size <= Self.mostForReferences else { return nil }
    return members.objects.reduce(0) { count, member in
      count
        + graph.references(from: member).count { reference in
          graph.target(of: reference) == object && isCounted(member, reference)
        }
    }
  }

  private static let mostForReferences = 1000

  /// Whether the program can change the place of a member's reference.
  func isPrograms(_ reference: HeapGraph.ReferenceID) -> Bool { entry(of: reference).isPrograms }

  /// The members, and the references among them that are sure and stay.
  struct Remainder {
    let graph: HeapGraph
    /// Which reference of the whole graph each is.
    fileprivate let origins: [HeapGraph.ReferenceID]

    /// Objects that still keep one another, if there are any.
    var cyclicComponent: Component? { graph.firstCyclicComponent() }

    /// A cycle that is there, if there is one.
    var cycle: ReferenceCycle? {
      cyclicComponent.flatMap { graph.shortestCycle(through: $0.members[0]) }.map(original)
    }

    /// The same reference in the whole graph.
    func origin(of reference: HeapGraph.ReferenceID) -> HeapGraph.ReferenceID {
      origins[reference]
    }

    /// The same cycle in the whole graph.
    func original(_ cycle: ReferenceCycle) -> ReferenceCycle {
      ReferenceCycle(references: cycle.references.map { origins[$0] })
    }
  }

  /// What is left without the references that are stored in `cut`, of what is sure.
  ///
  /// - Complexity: O(*n*) in the number of members and their references.
  func remainder(without cut: Set<Place>) -> Remainder {
    remainder(without: cut) { member, reference in
      !areWork[Int(graph.objects[member].type)]
        && graph.references[reference].confidence != .conservative
    }
  }

  /// What is left without the references that are stored in `cut`, of those that `counts` says of, with the member that has each.
  func remainder(
    without cut: Set<Place>,
    counting counts: (HeapGraph.ObjectID, HeapGraph.ReferenceID) -> Bool
  ) -> Remainder {
    var references: [HeapReference] = []
    var origins: [HeapGraph.ReferenceID] = []
    var begins: [UInt32] = [0]
    references.reserveCapacity(places.count)
    origins.reserveCapacity(places.count)
    begins.reserveCapacity(members.count + 1)
    var isCut = [Bool](repeating: false, count: spreads.count)
    for place in cut { isCut[Int(place.rawValue)] = true }
    for (position, member) in members.objects.enumerated() {
      for (entry, reference) in graph.references(from: member).enumerated() {
        guard let target = members[graph.target(of: reference)],
          !isCut[Int(places[first[position] + entry].place.rawValue)], counts(member, reference)
        else { continue }
        var kept = graph.references[reference]
        kept.target = UInt32(target)
        references.append(kept)
        origins.append(reference)
      }
      begins.append(UInt32(references.count))
    }
    let rest = HeapGraph(
      objects: members.objects.map { graph.objects[$0] }, references: references,
      firstReference: begins, types: graph.types, labels: graph.labels, functionReferences: [])
    return Remainder(graph: rest, origins: origins)
  }

  /// Whether what is left without the references that are stored in `cut`, with what is not sure, has a cycle that the program can
  /// break. A library's own is the library's to break: that of a timer and the run loop's part of it is broken when the timer ends.
  ///
  /// - Parameter countsMemory: Whether memory of which it is not known when it lets go of what it has counts as well.
  /// - Complexity: O(*n*) in the number of members and their references.
  func probablyLeavesCycle(without cut: Set<Place>, throughMemory countsMemory: Bool) -> Bool {
    let rest = remainder(without: cut) { member, _ in
      !areWork[Int(graph.objects[member].type)] || countsMemory && graph.kind(of: member) == .memory
    }
    return rest.graph.stronglyConnectedComponents().contains { component in
      component.members.contains { member in
        rest.graph.references(from: member).contains { reference in
          component.contains(rest.graph.target(of: reference))
            && isPrograms(rest.origin(of: reference))
        }
      }
    }
  }
}

/// Gives the places in the source their numbers.
private struct PlaceNames {
  private enum Name: Hashable {
    case property(
      type: String, role: ReferenceLabel.Role, path: String, discriminator: String?,
      content: String?)
    /// A capture; of a value that has closures, each is taken out for itself.
    case capture(Capture, path: String)
    /// What is in a captured variable, which may be shared: the first of the captures that have it, and where in its value.
    case variable(Capture, path: String)
  }

  /// What a closure captures, by its position.
  private struct Capture: Hashable, Comparable {
    var closure: Closure
    var position: Int

    static func < (left: Capture, right: Capture) -> Bool {
      left.closure == right.closure
        ? left.position < right.position
        : left.closure.key.lexicographicallyPrecedes(right.closure.key)
    }
  }

  private struct Closure: Hashable {
    var module: String?
    var name: String
    var types: String?
    var discriminator: String?
    var isInStatic: Bool
    var isPrograms: Bool

    /// What its order is by.
    var key: [String] {
      [module ?? "", name, types ?? "", discriminator ?? "", isInStatic ? "static" : ""]
    }
  }

  /// A label of a type of the graph, and the type of what is in an `Any`.
  private struct Property: Hashable {
    var type: UInt32
    var label: UInt32
    var content: UInt32?
  }

  private let graph: HeapGraph
  private let evidence: HeapEvidence
  private var places: [Name: CutPlaces.Place] = [:]
  private var properties: [Property: (place: CutPlaces.Place, isPrograms: Bool)] = [:]
  /// The property of each label that was met last: those of many objects are the same.
  private var last: [(property: Property, described: (place: CutPlaces.Place, isPrograms: Bool))?]
  /// The closures whose contexts members are.
  private var closures: [HeapGraph.ObjectID: Closure] = [:]
  /// The captures that have the variables which members are.
  private var variables: [HeapGraph.ObjectID: Capture] = [:]

  init(of members: [HeapGraph.ObjectID], in graph: HeapGraph, evidence: HeapEvidence) {
    self.graph = graph
    self.evidence = evidence
    last = Array(repeating: nil, count: graph.labels.count)
    for member in members {
      for reference in graph.references(from: member) {
        let target = graph.target(of: reference)
        let kind = graph.kind(of: target)
        guard kind == .closureContext || kind == .box, let closure = closure(of: reference)
        else { continue }
        if kind == .box {
          note(Capture(closure: closure, position: 0), ofVariable: target)
        } else {
          closures[target] = closure
        }
      }
    }
    for (context, closure) in closures {
      for reference in graph.references(from: context) {
        let target = graph.target(of: reference)
        guard graph.kind(of: target) == .box else { continue }
        let position = position(ofCapture: reference, from: context)
        note(Capture(closure: closure, position: position), ofVariable: target)
      }
    }
  }

  private mutating func note(_ capture: Capture, ofVariable box: HeapGraph.ObjectID) {
    variables[box] = variables[box].map { min($0, capture) } ?? capture
  }

  /// The closure whose context the reference is, unless it is a thunk or has no name.
  private func closure(of reference: HeapGraph.ReferenceID) -> Closure? {
    guard let function = graph.function(of: reference), let name = evidence.name(function),
      name.kind != .thunk
    else { return nil }
    return Closure(
      module: name.module, name: name.text, types: name.functionType,
      discriminator: name.discriminator, isInStatic: name.isInStatic,
      isPrograms: evidence.isPrograms(function))
  }

  /// Which capture the reference is. An only capture may be the closure's context itself, in some of its specializations: it is that
  /// closure's capture then, also where another closure has captured the closure.
  private func capture(
    _ reference: HeapGraph.ReferenceID, from source: HeapGraph.ObjectID
  ) -> Capture? {
    let isObject = ![.closureContext, .box].contains(graph.kind(of: graph.target(of: reference)))
    let own = isObject ? closure(of: reference) : nil
    if graph.kind(of: source) == .closureContext, let closure = closures[source],
      own?.isPrograms != true
    {
      return Capture(closure: closure, position: position(ofCapture: reference, from: source))
    }
    return own.map { Capture(closure: $0, position: 0) }
  }

  /// The position of what the reference leads to among the captures of the closure whose context `source` is. Captures that
  /// are not told apart all have the position of the first: each word among them counts as one.
  private func position(
    ofCapture reference: HeapGraph.ReferenceID, from source: HeapGraph.ObjectID
  ) -> Int {
    let label = graph.label(of: reference)
    guard label.role == .capture, label.captureIndex >= 0, label.captureCount == 0 else {
      return label.captureIndex
    }
    let before = graph.references(from: source).prefix { $0 != reference }
    return label.captureIndex
      + before.count { graph.label(of: $0).captureIndex == label.captureIndex }
  }

  mutating func place(
    of reference: HeapGraph.ReferenceID, from source: HeapGraph.ObjectID
  ) -> (place: CutPlaces.Place, isPrograms: Bool) {
    if graph.kind(of: source) == .box, let capture = variables[source] {
      return (
        place(named: .variable(capture, path: graph.label(of: reference).path)),
        capture.closure.isPrograms
      )
    }
    if let capture = capture(reference, from: source) {
      let leadsToClosure = graph.kind(of: graph.target(of: reference)) == .closureContext
      let path = leadsToClosure ? graph.label(of: reference).path : ""
      return (place(named: .capture(capture, path: path)), capture.closure.isPrograms)
    }
    let label = graph.label(of: reference)
    let target = graph.target(of: reference)
    let key = Property(
      type: graph.objects[source].type, label: graph.references[reference].label,
      content: label.isAny ? graph.objects[target].type : nil)
    if let known = last[Int(key.label)], known.property == key { return known.described }
    let described = properties[key] ?? described(key, reference, from: source)
    properties[key] = described
    last[Int(key.label)] = (key, described)
    return described
  }

  private mutating func described(
    _ key: Property, _ reference: HeapGraph.ReferenceID, from source: HeapGraph.ObjectID
  ) -> (place: CutPlaces.Place, isPrograms: Bool) {
    let label = graph.label(of: reference)
    let type = graph.type(of: source)
    let property = label.role == .property ? label.propertyName : nil
    let name = Name.property(
      type: TypeName(label.declaringClass ?? type.name).nominal, role: label.role,
      path: label.path,
      discriminator: property.flatMap {
        evidence.discriminator(HeapEvidence.Property($0, of: source, in: label.declaringClass))
      },
      content: key.content.map { TypeName(graph.types[Int($0)].name).nominal })
    return (place: place(named: name), isPrograms: type.visibility == .program)
  }

  private mutating func place(named name: Name) -> CutPlaces.Place {
    let place = places[name] ?? CutPlaces.Place(rawValue: UInt32(places.count))
    places[name] = place
    return place
  }
}
