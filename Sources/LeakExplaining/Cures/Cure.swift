import LeakHeapModel
import LeakHeapReading

/// What must be cut for the objects of a component to go: of each place in the source a cycle that is left without the others.
///
/// It depends on the component alone, and not on which of its objects a check asks for.
struct Cure {
  /// How many cycles of one component are reported at most.
  static let mostCuts = 64

  let explainer: LookExplainer
  let graph: HeapGraph
  /// The objects of the component, in canonical order.
  let members: [HeapGraph.ObjectID]
  let places: CutPlaces

  /// The cuts, the shortest cycle first.
  private(set) var cuts: [RetainPath.Explanation] = []

  /// What may be changed for each of the cuts: first what it changes.
  var choices: [[Set<CutPlaces.Place>]] = []

  /// Whether one of the ``choices`` breaks all cycles by itself.
  var mayNeedOne = false

  /// What the program cannot change.
  private(set) var ignored: Set<CutPlaces.Place> = []

  /// Whether the objects go when all cuts are made. Otherwise other cycles remain after that.
  private(set) var isWhole = false

  /// Whether references that are not sure form a cycle after all cuts that the program can break.
  private(set) var probablyLeavesCycles = false

  /// What other tasks than those on the cycles probably keep after all cuts: the names of the program's types, each once.
  private(set) var keptByTasks: [String] = []

  /// Where the closures of those tasks are written, as far as that is known.
  private(set) var closuresOfTasks: [RetainPath.SourceLine] = []

  /// Whether it is proven that there are no fewer places whose change lets the objects go, none of them less certain to be at fault than
  /// the worst of ``cuts``. It is, as a rule, for as many objects as ``OrderSearch`` takes.
  private(set) var isSmallest = false

  /// Only what is sure counts after the first cut: no guesses, no work that lets go of what it has when it is done, and nothing
  /// that the program cannot change.
  ///
  /// The best place of the best cycle is cut, and so on with what is left, until nothing is. What is not needed then is left out. Fewer
  /// places are taken where there are some, unless one of them is less certain to be at fault than all of those: what may be the only
  /// owner of an object is not changed to spare a second capture list (``SuspectChoice/Rank/worstAsCertain``).
  ///
  /// `nil` where `members` form no cycle in `graph`.
  ///
  /// - Complexity: O(*c* · *n*) in the number of cuts and of the component's objects and references, and O(*n*) where there are so
  ///   many of both that ``CureWork`` ends.
  init?(of members: [HeapGraph.ObjectID], in graph: HeapGraph, of explainer: LookExplainer) {
    self.explainer = explainer
    self.graph = graph
    self.members = CanonicalOrder.sorted(members, in: graph, of: explainer.evidence)
    let places = CutPlaces(of: self.members, in: graph, evidence: explainer.evidence)
    self.places = places
    let best = explainer.bestCycle(among: self.members, of: graph, at: places) {
      explainer.explained($0, in: graph, at: places)
    }
    guard let best else { return nil }
    var draft = Draft(best, at: places.place(of: best.cut))
    let isDone = complete(&draft)
    var all = draft.cuts.map(\.explanation)
    var isSmaller = false
    if isDone {
      leaveOutNeedless(of: &draft)
      all = draft.cuts.map(\.explanation)
      switch smaller(than: draft) {
      case .found(let fewer):
        all = fewer
        isSmaller = true
        isSmallest = true
      case .noneExists: isSmallest = true
      case .unknown: break
      }
    }
    isWhole = isDone && all.count <= Self.mostCuts
    if isWhole, places.hasGuesses || places.hasTasks {
      let changed =
        isSmaller ? draft.ignored.union(all.map { places.place(of: $0.cut) }) : draft.gone
      probablyLeavesCycles =
        places.hasGuesses
        && places.probablyLeavesCycle(without: changed, throughMemory: isMemoryKept(after: all))
      noteKept(byTasksWithout: changed, changing: all)
    }
    cuts = Array(all.sorted(by: precedes).prefix(Self.mostCuts))
    choices = cuts.map { cut in
      let place = places.place(of: cut.cut)
      return [draft.cuts.first { !isSmaller && $0.places.contains(place) }?.places ?? [place]]
    }
    ignored = draft.ignored
    findStandIns()
    cuts = cuts.map(withStandIns)
  }
}

extension Cure {
  /// Cuts in the making.
  private struct Draft {
    /// What is reported, and the places that are changed with it: what reads the same is changed together.
    var cuts: [(explanation: RetainPath.Explanation, places: Set<CutPlaces.Place>)]
    /// What the program cannot change.
    var ignored: Set<CutPlaces.Place> = []
    /// What is known to leave cycles where it is all that is changed.
    var leavingCycles: Set<Set<CutPlaces.Place>> = []

    init(_ first: RetainPath.Explanation, at place: CutPlaces.Place) {
      cuts = [(first, [place])]
    }

    /// All that does not count any more.
    var gone: Set<CutPlaces.Place> { cuts.reduce(into: ignored) { $0.formUnion($1.places) } }

    mutating func add(
      _ explanation: RetainPath.Explanation, at place: CutPlaces.Place, isPrograms: Bool
    ) {
      let same = cuts.firstIndex { $0.explanation.path.fingerprint == explanation.path.fingerprint }
      if let same {
        cuts[same].places.insert(place)
      } else if isPrograms {
        cuts.append((explanation, [place]))
      } else {
        ignored.insert(place)
      }
    }
  }

  /// Adds for each cut a cycle that is left without those before it; false where that is too much to find.
  private func complete(_ draft: inout Draft) -> Bool {
    var work = CureWork(size: places.size)
    var known: [ReferenceCycle: RetainPath.Explanation] = [:]
    while true {
      let gone = draft.gone
      let rest = places.remainder(without: gone)
      guard let members = rest.cyclicComponent?.members else { return true }
      draft.leavingCycles.insert(gone)
      work.addRound(of: places.size)
      if work.isOver { return false }
      let next = explainer.bestCycle(among: members, of: rest.graph, at: places) { cycle in
        let cycle = rest.original(cycle)
        work.addSearch(among: members.count)
        if let explanation = known[cycle] { return explanation }
        work.addExplanation()
        let explanation = explainer.explained(cycle, in: graph, at: places)
        known[cycle] = explanation
        return explanation
      }
      guard let next else { return false }
      // What the program has put into a collection of the system's it can take out, or it can let go of that.
      draft.add(
        next, at: places.place(of: next.cut),
        isPrograms: places.isPrograms(next.cut) || next.context.isContentOfCollection)
    }
  }

  /// Leaves out the cuts without which the members would go just as well: what was cut early may be cut by what came later as well. The
  /// earlier are the better ones.
  private func leaveOutNeedless(of draft: inout Draft) {
    for index in draft.cuts.indices.reversed() where draft.cuts.count > 1 {
      var fewer = draft
      fewer.cuts.remove(at: index)
      if draft.leavingCycles.contains(fewer.gone) { continue }
      if places.remainder(without: fewer.gone).cyclicComponent == nil { draft = fewer }
    }
  }

  /// Whether memory on the cycles that are told keeps what it has after the changes, as the handlers of a source are kept. Where something
  /// is to be called, that lets go of it.
  private func isMemoryKept(after changes: [RetainPath.Explanation]) -> Bool {
    changes.contains { change in
      change.path.remedy?.action != .call
        && change.objects.contains { graph.kind(of: $0) == .memory }
    }
  }

  /// Notes what tasks keep without the references that are stored in `cut`. The advice of each explanation says what becomes of the tasks
  /// on its cycle.
  private mutating func noteKept(
    byTasksWithout cut: Set<CutPlaces.Place>, changing explanations: [RetainPath.Explanation]
  ) {
    guard places.hasTasks else { return }
    let told = explanations.flatMap(\.objects)
    // Where something is to be called, that ends what they wait for.
    let resumed = explanations.filter { $0.path.remedy?.action == .call }.flatMap(\.objects)
    let kept = places.keptByTasks(without: cut, besides: Set(told), resumed: Set(resumed))
    keptByTasks = Set(kept.instances.map { graph.type(of: $0).name }).sorted()
    guard !keptByTasks.isEmpty else { return }
    closuresOfTasks = Set(kept.tasks.compactMap(lineOfClosure))
      .sorted { ($0.file, $0.line) < ($1.file, $1.line) }
  }

  /// Where the first closure of `task` that is no thunk is written.
  private func lineOfClosure(of task: HeapGraph.ObjectID) -> RetainPath.SourceLine? {
    places.closures(of: task).lazy
      .filter { explainer.evidence.name($0)?.kind != .thunk }
      .compactMap(explainer.evidence.line).first.map(RetainPath.SourceLine.init)
  }

  /// What is known of smaller cures.
  private enum Smaller {
    case found([RetainPath.Explanation])
    case noneExists
    case unknown
  }

  /// Looks for fewer cuts for which the same is true, none of them less certain to be at fault than the worst of `draft`.
  private func smaller(than draft: Draft) -> Smaller {
    let count = draft.cuts.count
    guard count > 1, let worst = draft.cuts.map(\.explanation.rank).max()?.worstAsCertain else {
      return .noneExists
    }
    if let search = OrderSearch(self, besides: draft.ignored, noWorseThan: worst) {
      switch search.fewest(below: count) {
      case .places(let cure): return explained(cure, besides: draft.ignored)
      case .noneExist: return .noneExists
      case .tooMany: break
      }
    }
    var search = CureSearch(places: places, worst: worst, steps: steps)
    if let cure = search.cure(besides: draft.ignored, smallerThan: count) {
      return explained(cure, besides: draft.ignored)
    }
    return search.isOver ? .unknown : .noneExists
  }

  /// For each of `cure` a cycle that is left without the others.
  private func explained(
    _ cure: [CutPlaces.Place], besides ignored: Set<CutPlaces.Place>
  ) -> Smaller {
    var cuts: [RetainPath.Explanation] = []
    for place in cure {
      let rest = places.remainder(without: ignored.union(cure).subtracting([place]))
      guard let members = rest.cyclicComponent?.members else { return .unknown }
      let cycles = members.prefix(CureWork.mostStarts).compactMap(rest.graph.shortestCycle)
      // Each is another object's shortest, and the least of these is drawn; one of the same length is told as of the first object.
      let explanation = cycles.enumerated()
        .sorted {
          ($0.element.references.count, $0.offset) < ($1.element.references.count, $1.offset)
        }
        .lazy.compactMap { explained(rest.original($0.element), cutting: [place]) }.first
      guard let explanation else { return .unknown }
      cuts.append(explanation)
    }
    return .found(cuts)
  }

  /// The steps of a cycle.
  func steps(of cycle: ReferenceCycle) -> [RetainPath.Cut] {
    RetainPath.cuts(of: cycle.references, in: graph, at: places, of: explainer.evidence)
  }

  /// The cycle, explained as cut at the best of the steps that are at one of `places`; `nil` where none is. A property and the closure
  /// in it are two steps at one place where the closure has captured one object alone.
  func explained(
    _ cycle: ReferenceCycle, cutting cut: Set<CutPlaces.Place>
  ) -> RetainPath.Explanation? {
    steps(of: cycle).filter { cut.contains(places.place(of: $0.reference)) }
      .min { $0.rank < $1.rank }
      .map { explainer.explained(cycle, in: graph, at: places, cutting: $0.step) }
  }

  private func precedes(
    _ left: RetainPath.Explanation, _ right: RetainPath.Explanation
  ) -> Bool {
    // The program's own come before those of other packages, which may be broken by what goes then.
    if left.isForeign != right.isForeign { return right.isForeign }
    func key(_ cut: RetainPath.Explanation) -> (Int, SuspectChoice.Rank, Int, String, String) {
      let path = cut.path
      return (
        path.references.count, cut.rank, path.steps[path.suspect].line?.line ?? .max,
        path.suspectText, path.fingerprint
      )
    }
    return key(left) < key(right)
  }
}
