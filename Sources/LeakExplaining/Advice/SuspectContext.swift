import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots
import LeakSymbolication

/// A cycle with its suspect, as a pattern looks at it: the steps, and each reference with the types at its
/// ends.
struct SuspectContext {
  /// One reference of the cycle.
  struct Link {
    var source: HeapObjectType
    var label: ReferenceLabel
    var target: HeapObjectType
    var function: FunctionName?
  }

  /// The steps of the cycle in order. The first starts where ``links`` do.
  let drafts: [StepDraft]

  /// The index in ``drafts`` of the step to change.
  let index: Int

  /// Every reference of the cycle in order.
  let links: Links

  /// The references of a cycle, each described when it is asked for.
  struct Links: RandomAccessCollection {
    let references: [HeapGraph.ReferenceID]
    let graph: HeapGraph
    fileprivate let name: (FunctionID) -> FunctionName?

    var startIndex: Int { references.startIndex }
    var endIndex: Int { references.endIndex }

    subscript(position: Int) -> Link {
      let reference = references[position]
      return Link(
        source: graph.type(of: graph.source(of: reference)), label: graph.label(of: reference),
        target: graph.type(of: graph.target(of: reference)),
        function: graph.function(of: reference).flatMap(name))
    }
  }

  /// What the source file shows of the suspect's closure, where it could be read.
  var nesting: ClosureNesting?

  /// What keeps objects of libdispatch's on the cycle from doing anything.
  var suspensions: Set<DispatchSuspension> = []

  /// Which of a dispatch source's handlers the suspect's closure is, where it is known to be one.
  var handler: DispatchHandler?

  /// The type of the captured object, where the suspect captures one.
  var capturedType: SourceOutline.SelfType?

  /// A method that may be there to break the cycle.
  var endingMethod: FunctionName?

  /// Whether the object that has the suspect may be there longer than the one that it leads to: others may keep it, too.
  var mayOutliveTarget = true

  /// Whether the file of the suspect's closure makes an object like the captured `self`, and lets go of it at once.
  var isDropped = false

  /// Where the class of an object of the program's is that the cycle's own objects refer to, where all of them are the system's.
  var contentPlace: SourcePlace?

  /// The scene of `cycle`, folded into `drafts`.
  init(
    _ cycle: [HeapGraph.ReferenceID], in graph: HeapGraph, drafts: [StepDraft], suspect index: Int,
    name: @escaping (FunctionID) -> FunctionName?
  ) {
    self.drafts = drafts
    self.index = index
    links = Links(references: cycle, graph: graph, name: name)
  }
}

extension SuspectContext {
  /// The step to change.
  var suspect: StepDraft { drafts[index] }

  /// The function whose capture is to change, where it has a name.
  var function: FunctionName? {
    if case .capture(let name) = suspect.facts { name } else { nil }
  }

  /// Whether the suspect is what a closure captures.
  var isCapture: Bool {
    if case .capture = suspect.facts { true } else { false }
  }

  /// Whether the suspect is a closure that captures the `self` of the method that it is written in.
  var isSelf: Bool { suspect.step.capture?.isSelf == true }

  /// The type of `self` in the suspect's function, where that is captured.
  var selfType: SourceOutline.SelfType? { isSelf ? capturedType : nil }

  /// Whether nothing else keeps what the suspect captures, and that is not the `self` of a method, which somebody had who called it and
  /// may have it still.
  var mayBeOnlyOwner: Bool { isSelf ? isDropped : suspect.mayBeOnlyOwner }

  /// Whether the suspect is one of several properties of the cycle that nothing tells apart: it may as well be the one that owns. A
  /// reference that owns must not be weak, so nobody but a person can change any of them.
  var isUndecided: Bool {
    let equal = ranksOfEqual
    return !equal.isEmpty
      && SuspectChoice.ranks(of: drafts).lazy.filter(equal.contains).prefix(2).count > 1
  }

  /// The ranks of the properties that may as well be the one that owns, where the suspect is such a one. Of two that refer to each
  /// other, that the one cannot be weak as it is declared says nothing.
  var ranksOfEqual: Set<SuspectChoice.Rank> {
    let rank = SuspectChoice.rank(of: suspect)
    if rank == .foreignProperty, isWeakable { return [rank] }
    if rank == .guessedBackReference { return [rank, .weakable, .foreignProperty] }
    guard [.weakable, .property, .delegate].contains(rank) else { return [] }
    // Whether its type is a protocol's does not tell which of two properties owns.
    let equal: Set =
      rank == .delegate
      ? [.delegate, .guessedBackReference, .weakable, .foreignBackReference, .foreignProperty]
      : [rank]
    if drafts.count != 2 { return equal }
    let other = drafts[1 - index]
    return other.label?.isUnableToBeWeak == true
      ? equal.union([.state]) : equal.union([.weakable, .property])
  }

  /// Whether the suspect may be all that keeps its object, outside of which nothing keeps the cycle by now: nothing shows that the object
  /// has another owner, which makes it or has it among others.
  var mayBeOwnersProperty: Bool {
    let rank = SuspectChoice.rank(of: suspect)
    if suspect.role == .part || rank == .observers { return false }
    return rank == .part || drafts.count == 1
      || !drafts.indices.allSatisfy { $0 == index || SuspectChoice.rank(of: drafts[$0]) == .part }
  }

  /// The closures that capture their own `self` as the suspect does, by their steps: nothing tells which of the objects only its closure
  /// keeps.
  var otherClosures: [Int] {
    guard isSelf else { return [] }
    let rank = SuspectChoice.rank(of: suspect)
    return drafts.indices.filter {
      $0 != index && drafts[$0].step.capture?.isSelf == true
        && drafts[$0].capturesPart == suspect.capturesPart
        && SuspectChoice.rank(of: drafts[$0]) == rank
    }
  }

  /// Whether another step may as well be the one to change.
  var hasAlternatives: Bool { isUndecided || !otherClosures.isEmpty }

  /// The ranks of the steps that may as well be the one to change.
  var ranksOfAlternatives: Set<SuspectChoice.Rank> {
    otherClosures.isEmpty ? ranksOfEqual : [SuspectChoice.rank(of: suspect)]
  }

  /// The index of the first step of the suspect's group: the property that holds the closure and the closures
  /// around the suspect's, or the suspect itself.
  var groupStart: Int {
    var first = index
    while first > 0, drafts[first - 1].step.target == nil { first -= 1 }
    return first
  }

  /// The step that leads to the object which the suspect's group starts at, going round if need be.
  var previous: StepDraft { drafts[(groupStart + drafts.count - 1) % drafts.count] }

  /// Whether the object that keeps the suspect's closure is the one that the closure captures.
  var isWholeCycle: Bool { groupStart == 0 && index == drafts.count - 1 }

  /// The references of the steps from `first` to `last`.
  func links(from first: Int, through last: Int) -> Slice<Links> {
    links[(first > 0 ? drafts[first - 1].end : 0)..<drafts[last].end]
  }

  /// The references from the program's object that keeps the suspect's closure, or that has the suspect's
  /// property, to the object that is kept alive. Objects of the system are on the way, not its beginning.
  var route: Slice<Links> {
    var first = groupStart
    while first > 0, drafts[first].owner.visibility == .system { first -= 1 }
    return links(from: first, through: index)
  }

  /// The references of the suspect alone.
  var ownLinks: Slice<Links> { links(from: index, through: index) }

  /// The capture by which the suspect holds its target.
  var captureLabel: ReferenceLabel? { ownLinks.last { $0.label.role == .capture }?.label }

  /// The type of the object that keeps the suspect's closure, or that has the suspect's property.
  var holder: HeapObjectType { drafts[groupStart].owner }

  /// Whether the route leads through an object of a system's class, or of a class derived from it.
  func passes(through classes: String...) -> Bool {
    route.contains { link in classes.contains(where: link.source.isKind(of:)) }
  }

  /// Whether the route leads through an object of `kind`.
  func passes(through kind: HeapObjectType.Kind) -> Bool {
    route.contains { $0.source.kind == kind }
  }

  /// The reference that leads from a place that stores the suspect's closure to the closure.
  var closurePlace: Link? { groupLinks.first { Self.leadsToClosure($0) } }

  /// The type of the instance that has the suspect's closure, in its properties or in what they keep.
  var closureOwner: HeapObjectType? { linksToClosure?.first?.source }

  /// The property that has the closure, or a collection with it.
  var propertyOfClosure: Link? {
    guard let links = linksToClosure else { return nil }
    let collections: Set<HeapObjectType.Kind> = [.arrayStorage, .dictionaryStorage, .setStorage]
    let isInProperty = links.dropFirst().allSatisfy { collections.contains($0.source.kind) }
    return isInProperty ? links.first : nil
  }

  /// The references from that instance to the closure.
  private var linksToClosure: Slice<Links>? {
    let links = groupLinks
    guard let place = links.firstIndex(where: { Self.leadsToClosure($0) }),
      let owner = links[...place].lastIndex(where: { $0.source.kind == .instance })
    else { return nil }
    return links[owner...place]
  }

  private var groupLinks: Slice<Links> { links(from: groupStart, through: index) }

  private static func leadsToClosure(_ link: Link) -> Bool {
    link.function != nil || link.target.isFunctionContext
  }
}

extension HeapObjectType {
  /// Whether this is the class of this name, or derived from it. Generic arguments do not count.
  func isKind(of name: String) -> Bool {
    nominalName == name || superclasses.contains { TypeName($0).nominal == name }
  }

  /// The name with its module, without generic arguments: `Swift.AsyncStream._Storage`.
  var nominalName: String { TypeName(name).nominal }

  fileprivate var isFunctionContext: Bool { kind == .closureContext || kind == .block }
}
