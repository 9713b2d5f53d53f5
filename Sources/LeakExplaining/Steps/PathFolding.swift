import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

/// Folds the references of a cycle into the steps that a person thinks in.
///
/// A step ends where an object that a report shows is reached, or where a closure begins: the property that
/// holds the closure is one step, and what the closure captures is another. The boxes, contexts and
/// storages between belong to the step that they are reached in.
struct PathFolding {
  /// Whether the references that are being followed are inside a closure.
  private enum Closure {
    case none
    /// A thunk or a block: the closure that it forwards to comes next.
    case forwarding
    /// A closure, and what is known of it.
    case entered(Callee)
  }

  /// What is known of a function whose context the references lead into.
  private struct Callee {
    var name: FunctionName?
    var line: SourcePlace?
    var foreignPackage: String?
    /// Whether it is the system's, and has no name.
    var isUnknownOfSystem = false

    static let thunk = Callee(name: FunctionName(kind: .thunk, text: ""))
  }

  let graph: HeapGraph
  private let evidence: HeapEvidence
  /// Whether lines are asked for.
  private let resolvesLines: Bool

  /// Whether the cycle begins inside a closure.
  private var beginsInClosure = false
  private var owner: HeapGraph.ObjectID
  private var path = ""
  private(set) var labels: [ReferenceLabel] = []
  /// How many of the labels lead to the closure that the references are inside: what a thunk captured is not the closure's.
  private(set) var labelsOfClosure = 0
  /// The position among the labels of what a captured variable has, where a box shows that it is one.
  private(set) var box: Int?
  private var closure = Closure.none
  private var confidence = Confidence.exact
  private var followed = 0
  /// A property that is one reference and the whole step: what all of its kind have in common.
  private struct Kind: Hashable {
    var owner: UInt32
    var label: UInt32
    var target: UInt32
    var confidence: Confidence
  }
  /// The first draft of each kind.
  private var kinds: [Kind: Int] = [:]
  /// The kind of the last step that has one.
  private var last: (kind: Kind, first: Int)?
  private(set) var drafts: [StepDraft] = []

  /// Folds `cycle`, or a way, which starts at an object that a report shows, or inside a closure; `graph` is the evidence's, or a part of it.
  init(
    _ cycle: [HeapGraph.ReferenceID], in graph: HeapGraph,
    of evidence: HeapEvidence, resolvingLines resolvesLines: Bool = true
  ) {
    self.graph = graph
    self.evidence = evidence
    self.resolvesLines = resolvesLines
    owner = graph.source(of: cycle[0])
    // A cycle of closures alone begins inside one of them.
    if graph.type(of: owner).kind == .closureContext, let last = cycle.last,
      graph.target(of: last) == owner, let function = graph.function(of: last)
    {
      closure = .entered(callee(function))
      beginsInClosure = true
    }
    drafts.reserveCapacity(cycle.count)
    for reference in cycle { follow(reference, isLast: reference == cycle.last) }
  }

  private mutating func follow(_ reference: HeapGraph.ReferenceID, isLast: Bool) {
    let target = graph.target(of: reference)
    followed += 1
    guard let kind = kind(of: reference) else { return fold(reference, isLast: isLast) }
    if let first = last?.kind == kind ? last?.first : kinds[kind] {
      last = (kind, first)
      drafts.append(drafts[first].moved(from: owner, to: target, end: followed))
      owner = target
    } else if isLast || isShown(target), graph.label(of: reference).role == .property,
      ![.block, .closureContext].contains(graph.type(of: target).kind)
    {
      kinds[kind] = drafts.count
      fold(reference, isLast: isLast)
      drafts[drafts.count - 1].first = drafts.count - 1
    } else {
      fold(reference, isLast: isLast)
    }
  }

  /// What the types and the label of a reference tell, where nothing else matters.
  private func kind(of reference: HeapGraph.ReferenceID) -> Kind? {
    let stored = graph.references[reference]
    let target = Int(stored.target)
    guard labels.isEmpty, case .none = closure, confidence == .exact, stored.index < 0,
      evidence.label(target) == nil, graph.function(of: reference) == nil
    else { return nil }
    return Kind(
      owner: graph.objects[owner].type, label: stored.label, target: graph.objects[target].type,
      confidence: stored.confidence)
  }

  private mutating func fold(_ reference: HeapGraph.ReferenceID, isLast: Bool) {
    let target = graph.target(of: reference)
    confidence = max(confidence, graph.references[reference].confidence)
    extendPath(by: reference)
    if isLast, beginsInClosure {
      // It is the closure that was entered first.
    } else if let function = graph.function(of: reference) {
      enter(callee(function))
    } else if case .none = closure {
      // A block, or a context that no code stands beside: the closure to name may come next.
      let kind = graph.type(of: target).kind
      if kind == .block || kind == .closureContext { enter(.thunk) }
    }
    // Of two tasks, one of which waits for the other, each has its own closure.
    let isTasks = graph.label(of: reference) == .waiter
    if isLast || isTasks || isShown(target) { arrive(at: target) }
  }

  private func callee(_ function: FunctionID) -> Callee {
    let name = evidence.name(function)
    var callee = Callee(name: name)
    callee.isUnknownOfSystem = name == nil && !evidence.isPrograms(function)
    if name?.kind != .thunk {
      if resolvesLines { callee.line = evidence.line(function) }
      callee.foreignPackage = evidence.foreignPackage(of: function, named: name)
    }
    return callee
  }

  /// Whether `object` ends a step. What a system object has inside is not shown, unless it is the program's, or a task: that runs the
  /// program's code.
  private func isShown(_ object: HeapGraph.ObjectID) -> Bool {
    let type = graph.type(of: object)
    return switch type.visibility {
    case .plumbing: false
    case .system: ownerVisibility == .program || type.kind == .task
    case .program: true
    }
  }

  private var ownerVisibility: HeapObjectType.Visibility { graph.type(of: owner).visibility }

  /// Begins a closure. The property that holds it, or the closure that captures it, is a step of its own.
  private mutating func enter(_ function: Callee) {
    switch closure {
    case .none where ownerVisibility == .program: endProperty(nil)
    case .none, .forwarding: break
    case .entered(let outer): endCapture(of: nil, by: outer)
    }
    closure = function.name?.kind == .thunk ? .forwarding : .entered(function)
    labelsOfClosure = labels.count
    box = nil
  }

  private mutating func arrive(at target: HeapGraph.ObjectID) {
    switch closure {
    case .none: endProperty(target)
    case .forwarding: endCapture(of: target, by: Callee())
    case .entered(let function): endCapture(of: target, by: function)
    }
    owner = target
    path = ""
    labels = []
    box = nil
    labelsOfClosure = 0
    closure = .none
  }

  private mutating func endProperty(_ target: HeapGraph.ObjectID?) {
    // A handle is a structure around the task itself.
    let handle = "._task"
    if let target, graph.type(of: target).kind == .task, path.hasSuffix(handle) {
      path.removeLast(handle.count)
    }
    let step = RetainPath.Step.Property(
      owner: graph.qualifiedName(of: owner), path: path,
      target: target.map(graph.qualifiedName),
      label: target.flatMap(evidence.label),
      declaringClass: labels.first?.declaringClass, isInAny: labels.contains(where: \.isAny),
      confidence: RetainPath.Confidence(confidence))
    let type = graph.type(of: owner)
    let declaredName = labels.first?.propertyName
    let declaring = labels.first?.declaringClass ?? type.name
    drafts.append(
      StepDraft(
        StepDraft.Content(
          step: .property(step), facts: .property(labels.count == 1 ? labels[0] : nil),
          foreignPackage: type.visibility == .program
            ? declaredName.flatMap {
              evidence.foreignPackage(
                ofClass: declaring,
                declaring: HeapEvidence.Property($0, of: owner, in: labels.first?.declaringClass))
            } : nil,
          owner: type, declaredName: declaredName),
        from: owner, to: target, end: followed))
    confidence = .exact
  }

  private mutating func endCapture(of target: HeapGraph.ObjectID?, by function: Callee) {
    let variable = target.flatMap { self.variable($0, in: function.name) }
    let carrier = target.flatMap { self.carrier(of: $0, in: function.name) }
    let canBeSelf = carrier == nil && target.map { isSelf($0, in: function.name) } ?? false
    // Another one of the same type may be `self` just as well.
    let isOnlySelf =
      canBeSelf && isOnlyCaptureOfItsType
      && target.map { isDeclaredAsSelf($0, in: function.name) } ?? false
    let step = RetainPath.Step.Capture(
      function: function.name?.text ?? "a closure", module: function.name?.module,
      functionType: function.name?.functionType,
      discriminator: function.name?.discriminator,
      position: target == nil || isOnlySelf ? nil : position,
      target: target.map(graph.qualifiedName),
      label: target.flatMap(evidence.label),
      variable: variable == "self" || carrier != nil ? nil : variable,
      carrier: carrier,
      isSelf: variable.map { canBeSelf && Self.isNameOfSelf($0) }
        ?? (isOnlySelf && function.name?.isInStatic != true),
      canBeSelf: canBeSelf,
      isSelfByType: variable == nil,
      line: function.line.map(RetainPath.SourceLine.init),
      storedIn: function.name?.storing?.function,
      storedAt: function.name?.storing?.place.map(RetainPath.SourceLine.init),
      confidence: RetainPath.Confidence(confidence))
    drafts.append(
      StepDraft(
        StepDraft.Content(
          step: .capture(step), facts: .capture(function.name),
          canBeSelf: canBeSelf && variable.map(Self.isNameOfSelf) ?? true,
          isVariable: target != nil && isVariable(in: function.name),
          innerTarget: target.map(graph.type).flatMap {
            $0.visibility == .plumbing || labels.last?.isTaskHandle == true ? $0.kind : nil
          },
          leadsToGroup: target.map(graph.type)?.name == "Dispatch.DispatchGroup",
          isOfUnknownOfSystem: function.isUnknownOfSystem && !labels.contains(.frame),
          isInFrame: labels.contains(.frame),
          place: function.line, foreignPackage: function.foreignPackage,
          owner: graph.type(of: owner)),
        from: owner, to: target, end: followed))
    confidence = .exact
  }

  /// Notes the box that `reference` is in, where that is a captured variable's: the closure's context, or what it captures without a type.
  private mutating func noteBox(_ reference: HeapGraph.ReferenceID) {
    guard box == nil, case .entered = closure, graph.label(of: reference).role == .content,
      graph.type(of: graph.source(of: reference)).kind == .box
    else { return }
    let labels = labels[labelsOfClosure...]
    let isCaptured =
      labels.isEmpty
      || labels.count == 1 && labels.first?.role == .capture && labels.first?.declaredType == ""
    if isCaptured { box = labels.endIndex }
  }

  /// Adds what `reference` is called to the path of the property that is being followed.
  private mutating func extendPath(by reference: HeapGraph.ReferenceID) {
    let label = graph.label(of: reference)
    defer { labels.append(label) }
    noteBox(reference)
    guard case .none = closure else { return }
    let isOwners = labels.isEmpty
    switch label.role {
    case .capture: return
    case .property:
      guard isOwners else { return }
      extendPath(label.displayPath)
      path += graph.position(of: reference)
    case .content:
      extendPath(label.displayPath)
    case .element, .key, .value:
      let position = graph.position(of: reference)
      if isOwners {
        // An inline array is part of the object: its name comes first.
        extendPath(label.displayPath)
        path += position
      } else {
        path += position
        extendPath(label.displayPath)
      }
    }
  }

  private mutating func extendPath(_ names: String) {
    guard !names.isEmpty else { return }
    path += path.isEmpty ? names : "." + names
  }
}

extension ReferenceLabel {
  /// The name of the stored property that the reference is in, whatever is inside it.
  var propertyName: String? {
    role == .property ? displayPath.split(separator: ".").first.map(String.init) : nil
  }
}
