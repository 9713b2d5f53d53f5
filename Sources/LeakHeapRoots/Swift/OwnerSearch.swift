import CLeakBase
import CLeakHeapRoots
import LeakBase
import LeakHeapModel

/// Finds out who owns objects, in a copy of the process.
///
/// Whatever refers to an object by its type is known, and so is how often the object is retained. So the search goes from
/// an object to those that refer to it, and on to those that refer to these, until it comes to one that a root reaches, or
/// to one with more retains than references: somebody else owns that one. Only of those is asked where in the process their
/// address is, in places that have no type.
struct OwnerSearch {
  private let copy: ProcessCopy
  private let globals: GlobalVariables

  init(_ copy: ProcessCopy, _ globals: GlobalVariables) {
    self.copy = copy
    self.globals = globals
  }

  /// Adds to the answers whose ways begin at work who can end that.
  ///
  /// - Complexity: O(*n*) in the size of the process's writable memory, where there are such.
  func addEnders(to answers: inout [FoundAnswer]) throws(ProcessCopyError) {
    let work = answers.map(\.work)
    var open = Set(work.compactMap(\.self))
    var enders: [UInt: WorkEnders] = [:]
    var explanation = OwnerExplanation(PlaceReader(copy, globals))
    // Who can end what ends it, ends it as well.
    for _ in 0..<Self.mostEnders where !open.isEmpty {
      try explanation.look(for: open.sorted())
      for work in open { enders[work] = explanation.enders(of: work) }
      open = Set(enders.values.flatMap(\.work)).subtracting(enders.keys)
    }
    var areLasting: [UInt: Bool] = [:]
    for (index, work) in work.enumerated() {
      guard let work, case .held(var way) = answers[index] else { continue }
      for _ in 0..<Self.mostEnders {
        for ender in way.enders.work.union([work]) {
          enders[ender].map { way.enders.formUnion($0) }
        }
      }
      if way.enders.haveLastingRoot {
        if areLasting[work] == nil {
          areLasting[work] = try isLasting(work, explanation.places)
        }
        way.enders.areLasting = areLasting[work] ?? false
      }
      answers[index] = .held(way)
    }
  }

  /// Whether variables that outlive the test keep all that the closure of a task has captured, strongly or weakly, and something can go on
  /// with the task. One that has captured nothing has all from elsewhere, and of what nothing can resume any more a handle makes no end.
  private func isLasting(_ task: UInt, _ places: PlaceReader) throws(ProcessCopyError) -> Bool {
    guard places.isTask(task),
      let context = CopiedTask(at: task, in: copy)?.closureContext
    else { return false }
    var open = [context]
    var captured: Set<UInt> = []
    while let object = open.popLast() {
      guard [.closureContext, .box].contains(places.type(of: object)?.kind) else {
        captured.insert(object)
        continue
      }
      guard let observed = observed(by: object),
        let references = copy.references(ofObjectAt: object, where: \.provesLeak)
      else { return false }
      // What it has captured weakly it may have made strong.
      captured.formUnion(observed)
      open += references.targets
    }
    if captured.isEmpty { return false }
    let areKept = try places.reach.markAgain(captured.map(\.masked)).allSatisfy { $0 == 1 }
    // Who could resume it takes a look at all memory.
    return areKept && places.story(ofTask: task)?.wait != .droppedContinuation
  }

  /// What the references lead to that the object has and that do not own; `nil` where that is not known.
  private func observed(by object: UInt) -> [UInt]? {
    let layout = copy.word(at: object).flatMap { copy.compiler.searchLayout(isa: Address($0)) }
    guard let words = layout?.words else { return [] }
    guard let observers = words.observers else { return words.hasObservers ? nil : [] }
    // A weak reference leads to the side table, which begins with the object's address.
    let tables = observers.weak.map { copy.word(at: object &+ UInt($0)) }
    let objects =
      tables.map { $0 == 0 ? 0 : $0.flatMap { copy.word(at: $0) } }
      + observers.unowned.map { copy.word(at: object &+ UInt($0)) }
    return objects.contains(nil) ? nil : objects.compactMap(\.self).filter { $0 != 0 }
  }

  /// How often it is asked who ends the enders.
  private static let mostEnders = 3

  /// The answers on the objects at `targets`, masked addresses, in their order.
  ///
  /// - Parameters:
  ///   - groups: The group of each of `targets`: where long ways lead to several of one group, or ways that are told alike, that to the
  ///     first is told.
  ///   - threads: The thread that waits for the answer on each of `targets`, if one does.
  ///   - references: Who knows which ways are told alike; `nil` where each is told.
  /// - Complexity: O(*n*) in the number of objects that lead to `targets`, and in the number of those whose ways are not long.
  func answers(
    on targets: [UInt], inGroups groups: [Int], askedBy threads: [Int32?],
    by references: ObjectReferences?
  ) throws(ProcessCopyError) -> [FoundAnswer] {
    let places = PlaceReader(copy, globals)
    let isReached = try places.reach.mark(targets)
    places.checked = Set(targets.lazy.map(\.unmasked))
    var explanation = OwnerExplanation(places)
    for (target, thread) in zip(targets, threads) { explanation.askers[target.unmasked] = thread }
    try explanation.look(
      for: targets.indices.filter { isReached[$0] == 0 }.map { targets[$0].unmasked })
    var answers = [FoundAnswer](repeating: .unread, count: targets.count)
    var firsts = FirstWays()
    var reached: [Int] = []
    let candidates = targets.indices.filter { isReached[$0] != 0 }
    for (index, block) in zip(
      candidates, try copy.trunks(ofWaysTo: candidates.map { targets[$0] }))
    {
      let first = block.map {
        firsts.first(FirstWays.Trunk(block: $0, isRooted: true, group: groups[index]), for: index)
      }
      if let first, first != index { answers[index] = .along(first) } else { reached.append(index) }
    }
    var alike = references.map { AlikeWays(copy, $0) }
    for index in targets.indices where isReached[index] == 0 {
      let target = targets[index].unmasked
      if let block = explanation.trunk(of: target) {
        let first = firsts.first(
          FirstWays.Trunk(block: block, isRooted: false, group: groups[index]), for: index)
        answers[index] = first == index ? explanation.answer(on: target) : .along(first)
        continue
      }
      let kind = alike?.kind(of: explanation.steps(to: target))
      let first = kind.map { firsts.first($0, inGroup: groups[index], for: index) } ?? index
      // Of a retain that was never given back the way to each object is told.
      answers[index] = answers[first].isHeld ? .beside(first) : explanation.answer(on: target)
    }
    alike = references.map { AlikeWays(copy, $0) }
    firsts = FirstWays()
    for (index, way) in zip(reached, try copy.ways(to: reached.map { targets[$0] })) {
      let kind = alike?.kind(of: steps(of: way, to: targets[index].unmasked))
      let first = kind.map { firsts.first($0, inGroup: groups[index], for: index) } ?? index
      answers[index] =
        answers[first].isHeld ? .beside(first) : .held(rooted(targets[index], by: way, places))
    }
    return answers
  }

  /// The references on the way from a typed root, behind that in the variable.
  private func steps(of way: [ProcessCopy.Step], to target: UInt) -> [AlikeWays.Step] {
    way.indices.dropFirst().map { index in
      AlikeWays.Step(
        block: way[index].block, slot: way[index].slot,
        target: index + 1 < way.count ? way[index + 1].block : target)
    }
  }

  /// The way from a typed root to an object.
  private func rooted(_ target: UInt, by way: [ProcessCopy.Step], _ places: PlaceReader) -> FoundWay
  {
    let slot = way.first?.slot ?? 0
    return FoundWay(
      root: places.root(atVariable: slot),
      rootSlot: slot,
      hops: way.dropFirst().map { FoundWay.Hop(block: $0.block, slot: $0.slot) },
      target: target.unmasked, grade: .typedRoot, outlivesTest: true)
  }
}

/// The first of the objects for which one way is told.
private struct FirstWays {
  /// What several long ways of one group have in common.
  struct Trunk: Hashable {
    var block: UInt
    var isRooted: Bool
    var group: Int
  }

  private struct Kind: Hashable {
    var kind: AlikeWays.Kind
    var group: Int
  }

  private var trunks: [Trunk: Int] = [:]
  private var kinds: [Kind: Int] = [:]

  /// The first to which a way of this trunk leads, which may be the one at `index`.
  mutating func first(_ trunk: Trunk, for index: Int) -> Int {
    if let first = trunks[trunk] { return first }
    trunks[trunk] = index
    return index
  }

  /// The first in the group to which a way of this kind leads, which may be the one at `index`.
  mutating func first(_ kind: AlikeWays.Kind, inGroup group: Int, for index: Int) -> Int {
    let kind = Kind(kind: kind, group: group)
    if let first = kinds[kind] { return first }
    kinds[kind] = index
    return index
  }
}
