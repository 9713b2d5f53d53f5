import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots
import LeakSymbolication

extension RetainPath {
  /// A cycle, explained.
  struct Explanation {
    var path: RetainPath
    /// How good the suspect is.
    var rank: SuspectChoice.Rank
    /// The reference that goes when the suspect is changed, with all that it stands for.
    var cut: HeapGraph.ReferenceID
    /// The object that the path starts at.
    var start: HeapGraph.ObjectID
    /// The objects of the cycle.
    var objects: [HeapGraph.ObjectID]
    /// What the remedy was found by.
    var context: SuspectContext
    /// The references that were explained.
    var cycle: ReferenceCycle

    /// Whether the suspect is in another package than the one whose tests run.
    var isForeign: Bool { context.suspect.foreignPackage != nil }
  }

  /// A step of a cycle that can be cut.
  struct Cut {
    /// The position of the step.
    var step: Int
    /// The reference that goes when it is changed, with all that it stands for.
    var reference: HeapGraph.ReferenceID
    /// How good a suspect it is.
    var rank: SuspectChoice.Rank
  }

  /// The steps of a cycle, each of which could be cut.
  ///
  /// - Parameter places: The places of the component that the cycle is in.
  static func cuts(
    of cycle: [HeapGraph.ReferenceID], in graph: HeapGraph, at places: CutPlaces,
    of evidence: HeapEvidence
  ) -> [Cut] {
    let cycle = begun(cycle, in: graph, of: evidence)
    var drafts = PathFolding(cycle, in: graph, of: evidence, resolvingLines: false).drafts
    noteOwners(in: &drafts, along: cycle, at: places, of: evidence)
    let ranks = SuspectChoice.ranks(of: drafts)
    return drafts.indices.map { step in
      Cut(
        step: step, reference: cut(of: step, in: drafts, along: cycle, in: graph, of: evidence),
        rank: ranks[step])
    }
  }

  /// The steps of an explained cycle, of each kind the first: those of one kind are cut in the same place.
  static func cutsOfEachKind(
    of explanation: Explanation, in graph: HeapGraph, of evidence: HeapEvidence
  ) -> [Cut] {
    let drafts = explanation.context.drafts
    let cycle = explanation.context.links.references
    var isKnown = [Bool](repeating: false, count: drafts.count)
    let steps = drafts.indices.filter { step in
      guard let kind = drafts[step].first else { return true }
      defer { isKnown[kind] = true }
      return !isKnown[kind]
    }
    return steps.map { step in
      Cut(
        step: step, reference: cut(of: step, in: drafts, along: cycle, in: graph, of: evidence),
        rank: SuspectChoice.rank(of: drafts[step]))
    }
  }

  /// The cycle, begun at an object that a report shows; one of closures alone so that a step leads to one in a variable, if it can be:
  /// this is what can be changed.
  private static func begun(
    _ cycle: [HeapGraph.ReferenceID], in graph: HeapGraph, of evidence: HeapEvidence
  ) -> [HeapGraph.ReferenceID] {
    let objects = graph.sources(ofCycle: cycle)
    func begun(at first: Int) -> [HeapGraph.ReferenceID] {
      Array(cycle[first...] + cycle[..<first])
    }
    let shown =
      objects.firstIndex { graph.type(of: $0).visibility == .program }
      ?? objects.firstIndex { graph.type(of: $0).visibility == .system }
    if let shown { return begun(at: shown) }
    let closures = objects.indices.filter { graph.type(of: objects[$0]).kind == .closureContext }
    let tried = cycle.count <= mostRoles ? closures : []
    let ofVariable = tried.lazy.map(begun).first { cycle in
      PathFolding(cycle, in: graph, of: evidence, resolvingLines: false).drafts.contains {
        $0.leadsToClosure && $0.isVariable
      }
    }
    return ofVariable ?? begun(at: closures.first ?? 0)
  }

  /// The reference that goes when a step is changed: the one that it begins with, or, where it leads through an object of the
  /// system's to a closure, what that captures. A closure that captures one object and nothing else is stored as a reference to
  /// it. Of a captured variable, which others may capture as well, it is what the variable has.
  private static func cut(
    of step: Int, in drafts: [StepDraft], along cycle: [HeapGraph.ReferenceID],
    in graph: HeapGraph, of evidence: HeapEvidence
  ) -> HeapGraph.ReferenceID {
    let start = step > 0 ? drafts[step - 1].end : 0
    let last = drafts[step].end - 1
    guard start < last else { return cycle[last] }
    let closure = (start...last).last { position in
      guard let function = graph.function(of: cycle[position]) else { return false }
      return evidence.name(function)?.kind != .thunk
    }
    if drafts[step].isVariable {
      let box = ((closure ?? start)...last).first { position in
        graph.type(of: graph.source(of: cycle[position])).kind == .box
          && graph.function(of: cycle[position]) == nil
      }
      return cycle[box ?? last]
    }
    // What a stream has to give goes when it is read, by whichever handle.
    if closure == nil,
      (start...last).contains(where: {
        AdvicePattern.isStream(graph.type(of: graph.source(of: cycle[$0])))
      })
    {
      return cycle[last]
    }
    return cycle[closure.map { min($0 + 1, last) } ?? start]
  }

  /// Explains a cycle of references: folds it into steps, chooses the one to change, and turns the path so that this one closes the
  /// cycle.
  ///
  /// - Precondition: `cycle` is not empty, and each reference leads to the holder of the next.
  /// - Parameter places: The places of the component that the cycle is in.
  /// - Parameter chosen: The step to change, by its position in ``cuts(of:in:at:of:)``; `nil` for the best one.
  /// - Parameter isStandIn: Whether the change of a reference lets all objects go that the change of `chosen` does; without it each
  ///   is taken for one.
  /// - Complexity: O(*n*) in the length of the cycle.
  static func explaining(
    _ cycle: [HeapGraph.ReferenceID], in graph: HeapGraph, at places: CutPlaces,
    cutting chosen: Int? = nil, orElse isStandIn: ((HeapGraph.ReferenceID) -> Bool)? = nil,
    of evidence: HeapEvidence,
    nesting: (SuspectContext) -> ClosureNesting? = { $0.nestingInSource }
  ) -> Explanation {
    let original = ReferenceCycle(references: cycle)
    let cycle = begun(cycle, in: graph, of: evidence)
    var drafts = PathFolding(cycle, in: graph, of: evidence).drafts
    noteOwners(in: &drafts, along: cycle, at: places, of: evidence)
    let suspect = chosen ?? SuspectChoice.suspect(among: drafts)
    drafts[suspect].noteDeclaration(in: evidence)
    for index in drafts.indices where drafts.count <= mostRoles || index == suspect {
      drafts[index].noteSelf()
    }
    // A task is made where the property is set that keeps it.
    if drafts[suspect].owner.kind == .task {
      drafts[(suspect + drafts.count - 1) % drafts.count].notePlace(in: evidence)
    }
    if let isStandIn {
      for index in drafts.indices where index != suspect && drafts[index].step.target != nil {
        drafts[index].isStandIn = isStandIn(
          Self.cut(of: index, in: drafts, along: cycle, in: graph, of: evidence))
      }
    }
    let end = drafts[suspect].end % cycle.count
    let turned = Array(cycle[end...] + cycle[..<end])
    let objects = graph.sources(ofCycle: turned)
    var told = drafts
    for index in told.indices where told.count <= mostRoles || index == suspect {
      told[index].noteWrittenName(in: evidence)
    }
    var context = SuspectContext(
      cycle, in: graph, drafts: told, suspect: suspect, name: evidence.name)
    context.capturedType = drafts[suspect].captured.flatMap { object in
      evidence.isActor(object).map {
        SourceOutline.SelfType(
          name: graph.typeName(of: object).withoutArguments.split(separator: ".").last.map(
            String.init) ?? "", isActor: $0)
      }
    }
    context.isDropped = context.isDroppedInSource
    context.nesting = nesting(context)
    context.mayOutliveTarget =
      drafts[suspect].ends.map { mayBeKeptByOthers($0.source, at: places, of: evidence) } ?? true
    context.contentPlace = contentPlace(
      of: graph.sources(ofCycle: cycle), in: graph, of: evidence)
    context.suspensions = Set(objects.compactMap(evidence.suspension))
    context.handler =
      context.route.indices.compactMap { index in
        let reference = context.links.references[index]
        return evidence.handler(graph.target(of: reference), graph.source(of: reference))
      }.last
    let pattern = AdvicePattern.of(context)
    var advice = (pattern?.advice ?? AdvicePattern.takeOut)(context)
      .concerning(
        context.isCapture ? "closure" : "property", inPackage: context.suspect.foreignPackage)
    let ending = endingMethods(of: objects, in: graph, of: evidence)
    // A closure that captures too much is at fault whatever else would end it.
    if context.suspensions.contains(.source) {
      // Whatever else would end the cycle would let go of the source.
    } else if context.isCapture {
      if let method = ending.besidesFirst { advice = advice.before(method) }
    } else if let method = ending.any {
      context.endingMethod = method
      advice = advice.after(method)
    }
    let start = objects[0]
    var path = RetainPath(
      start: graph.qualifiedName(of: start), startLabel: evidence.label(start),
      steps: drafts.indices.map { drafts[($0 + suspect + 1) % drafts.count].step },
      suspect: drafts.count - 1,
      advice: advice.text, remedy: advice.remedy, pattern: pattern?.name,
      references: graph.described(turned, from: objects, name: evidence.name))
    path.suspectFile = drafts[suspect].place?.path
    return Explanation(
      path: path, rank: SuspectChoice.rank(of: drafts[suspect]),
      cut: cut(of: suspect, in: drafts, along: cycle, in: graph, of: evidence),
      start: start, objects: objects, context: context, cycle: original)
  }
}

extension RetainPath {
  /// A method by which one of the program's objects on a cycle may be made to break it, and one of an object of another type than the
  /// first.
  private static func endingMethods(
    of objects: [HeapGraph.ObjectID], in graph: HeapGraph, of evidence: HeapEvidence
  ) -> (any: FunctionName?, besidesFirst: FunctionName?) {
    var types: Set<UInt32> = []
    var last: UInt32?
    let different = objects.filter { object in
      let type = graph.objects[object].type
      if type == last { return false }
      last = type
      return types.insert(type).inserted
    }
    let methods = different.lazy.map { object in
      graph.type(of: object).visibility == .program ? evidence.endingMethod(object) : nil
    }
    let others = methods.dropFirst().lazy.compactMap(\.self).first
    return (methods.first.flatMap(\.self) ?? others, others)
  }
}

extension RetainPath {
  /// Whether the program was asked to let the object go, which somebody may have longer than the others then, or more than the
  /// members of its component refer to it; or a closure does, of which anybody may have a copy.
  private static func mayBeKeptByOthers(
    _ object: HeapGraph.ObjectID, at places: CutPlaces, of evidence: HeapEvidence
  ) -> Bool {
    evidence.isNamed(object) || evidence.counts(object)?.strong != places.references(to: object)
      || places.captures(of: object) != 0
  }

  /// Where the class of the first object of the program's is that one of `objects` refers to, where all of these are the system's.
  private static func contentPlace(
    of objects: [HeapGraph.ObjectID], in graph: HeapGraph, of evidence: HeapEvidence
  ) -> SourcePlace? {
    guard objects.allSatisfy({ graph.type(of: $0).visibility == .system }) else { return nil }
    return objects.lazy.flatMap { graph.references(from: $0) }.map(graph.target).filter {
      graph.type(of: $0).visibility == .program
    }.compactMap { object in
      graph.references(from: object).lazy.map(graph.label).compactMap { label in
        label.propertyName.flatMap {
          evidence.declaringClass(HeapEvidence.Property($0, of: object, in: label.declaringClass))
        }
      }.first
    }.first
  }
}

extension StepDraft {
  /// The name that the program gave the property, where the macro `@Observable` stores it under another one: with `_` before it.
  private func writtenName(in evidence: HeapEvidence) -> String? {
    guard let declaration, declaration.name.hasPrefix("_"),
      evidence.isObserved(declaration)
    else { return nil }
    // One that is not observed may have been written so.
    if let place = evidence.declaringClass(declaration),
      let properties = SourceFiles.shared.source(of: place)?.properties,
      properties.line(of: declaration.name, inTypeAt: place.line) != nil
    {
      return nil
    }
    return String(declaration.name.dropFirst())
  }

  /// Gives the property the name that the program gave it.
  fileprivate mutating func noteWrittenName(in evidence: HeapEvidence) {
    guard let name = writtenName(in: evidence), case .property(var property) = step.kind,
      property.path.hasPrefix("_")
    else { return }
    var content = content
    property.path.removeFirst()
    content.step = .property(property)
    content.declaredName = name
    content.isObserved = true
    self.content = content
  }

  /// Notes where the class is that declares the step's property, without telling it.
  fileprivate mutating func notePlace(in evidence: HeapEvidence) {
    guard let declaration else { return }
    content.place = evidence.declaringClass(declaration)
  }

  /// Notes where the step's property is declared, if it is one.
  fileprivate mutating func noteDeclaration(in evidence: HeapEvidence) {
    guard let declaration else { return }
    var content = content
    guard case .property(var property) = content.step.kind else { return }
    property.discriminator = evidence.discriminator(declaration)
    if let place = evidence.declaringClass(declaration) {
      property.line = RetainPath.SourceLine(
        ofProperty: writtenName(in: evidence) ?? declaration.name, inClassAt: place)
      content.place = place
    }
    content.step = .property(property)
    self.content = content
  }
}
