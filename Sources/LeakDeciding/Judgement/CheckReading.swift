import LeakBase
import LeakHeapModel
import LeakHeapReading
import LeakHeapRecording
import LeakHeapRoots

/// What was read about the objects of a check that stayed.
package struct CheckReading: Sendable {
  /// The objects: first those that the check named, whether they are there or not, then the others that are.
  package let objects: [ObjectWitness]

  /// How many of ``objects`` are named.
  package let namedCount: Int

  /// What was recorded of the others, in their order.
  package let recorded: [RecordedObject]

  /// The heap around them; or why it could not be read, as one sentence part.
  package var look: Result<HeapLook, HeapReadingError> = .failure(
    HeapReadingError(reason: Judgement.changingGraph))
  {
    didSet { found = Self.found(objects, in: look) }
  }

  /// Where each of ``objects`` is in the look; `nil` for one that it has not.
  package private(set) var found: [HeapGraph.ObjectID?] = []

  /// What the counts say of the named ones when the check has let go of the error that it has caught; `nil` where it has none, or is not
  /// the only one who has it.
  private var withoutError: LookWithoutError?

  /// What keeps those alive that nobody named. Positions are those in ``objects``.
  package var groups: [SurvivorGroup] = []

  /// The positions of what only such objects keep alive as are not to be reported.
  package private(set) var keptByIgnored: Set<Int> = []

  /// What a search of the process says, by the object's position, where that was asked.
  package var answers: [Int: RootAnswer] = [:]

  /// For some of the named objects, which are held: the position of the one that is explained for them. What holds that one holds
  /// them as well, by longer ways.
  package var representatives: [Int: Int] = [:]

  /// The objects of a check, before anything is read.
  init(of check: CheckedObjects) {
    self.init(
      of: check,
      others: (check.others?.objects() ?? []) + check.recorded.filter(\.witness.isAlive))
  }

  private init(of check: CheckedObjects, others: [RecordedObject]) {
    recorded = others
    objects = check.named + others.map(\.witness)
    namedCount = check.named.count
  }

  private static func found(
    _ objects: [ObjectWitness], in look: Result<HeapLook, HeapReadingError>
  ) -> [HeapGraph.ObjectID?] {
    guard case .success(let look) = look else { return objects.map { _ in nil } }
    return look.objects(at: objects.lazy.map(\.address))
  }

  /// The positions of the objects that are alive.
  private var living: [Int] { objects.indices.filter { objects[$0].isAlive } }
}

extension CheckReading {
  /// Reads the process for several checks at once: the heap around all their objects, and then, in one search, what
  /// holds those of which that does not tell.
  ///
  /// Blocks for as long as that takes.
  ///
  /// - Complexity: O((*n* + *r*) log *n*) in the number of objects and references that they reach, and, where
  ///   something holds them, O(*m*) in the size of the process's writable memory.
  static func read(_ checks: [CheckedObjects], by reader: HeapReader) -> [CheckReading] {
    dropKept(from: checks, by: reader)
    var readings = readOnce(checks, by: reader)
    // Where something has gone before it was searched for what holds it, others may answer for what it referred to.
    for _ in 1..<mostLooks {
      let changed = readings.indices.filter { readings[$0].missesObjects }
      if changed.isEmpty { break }
      let again = readOnce(changed.map { checks[$0] }, by: reader)
      for (index, reading) in zip(changed, again) { readings[index] = reading }
    }
    return readings
  }

  /// Where there are more of the others than that, no look is taken before they are waited for, or before a search says which of
  /// them variables keep.
  package static let mostOthersLookedAt = 2000

  private static func readOnce(
    _ checks: [CheckedObjects], by reader: HeapReader
  ) -> [CheckReading] {
    var readings = lookAround(checks, by: reader)
    // A process that was changing is looked at again.
    for look in 1..<mostLooks where readings.contains(where: \.isChanging) {
      Settling.pause(afterLook: look)
      readings = lookAround(checks, by: reader)
    }
    excludeKept(from: &readings, of: checks, by: reader)
    recount(in: &readings, of: checks, by: reader)
    let queries = readings.indices.flatMap { check in
      readings[check].queries(areShared: checks[check].sharesVerdicts)
        .map { Query(check: check, position: $0) }
    }
    answer(queries, in: &readings, of: checks, by: reader)
    for check in readings.indices { readings[check].shareRepresentatives() }
    return readings
  }

  /// An object of which the process is searched for what holds it: its position in the reading of the check at an index.
  private struct Query {
    var check: Int
    var position: Int
  }

  /// Searches the process once for what holds the objects of all queries.
  private static func answer(
    _ queries: [Query], in readings: inout [CheckReading], of checks: [CheckedObjects],
    by reader: HeapReader
  ) {
    if queries.isEmpty { return }
    let objects = queries.map { readings[$0.check].objects[$0.position] }
    var search = RootSearch(for: checks.map(\.caller))
    search.groups = queries.enumerated().map { index, query in
      checks[query.check].sharesVerdicts ? query.check : checks.count + index
    }
    search.beginnings = queries.map { checks[$0.check].beginning }
    search.threads = queries.map { checks[$0.check].caller.thread }
    search.asksForEnders = readings.contains {
      $0.hasProbableLeak || $0.hasHeldOthers || $0.isInconclusive
    }
    for (query, answer) in zip(queries, reader.holders(of: objects, search: search).answers) {
      if case .along(let other) = answer {
        readings[query.check].representatives[query.position] = queries[other].position
      } else {
        readings[query.check].answers[query.position] = answer
      }
    }
  }

  /// Looks again at what a guess would let be leaked, where something else accounts for the retain as well: a variable that
  /// outlives the test reaches it, or data without a type may.
  private static func excludeKept(
    from readings: inout [CheckReading], of checks: [CheckedObjects], by reader: HeapReader
  ) {
    guard let look = sharedLook(of: readings) else { return }
    let doubts = look.objectsInDoubt
    guard !doubts.isEmpty,
      let kept = reader.mayBeKept(among: doubts.map { look.addresses[$0].masked }),
      kept.contains(1)
    else { return }
    let held = look.holding(zip(doubts, kept).lazy.filter { $1 == 1 }.map(\.0))
    share(held, among: &readings, of: checks, groups: true)
  }

  /// The look that all of `readings` have but those whose objects were changing.
  private static func sharedLook(of readings: [CheckReading]) -> HeapLook? {
    readings.lazy.compactMap { try? $0.look.get() }.first
  }

  /// Gives `look` to those that share one.
  private static func share(
    _ look: HeapLook, among readings: inout [CheckReading], of checks: [CheckedObjects],
    groups: Bool
  ) {
    for index in readings.indices {
      guard case .success = readings[index].look else { continue }
      readings[index].note(.success(look), of: checks[index], groups: groups)
    }
  }

  /// How often a look that gave no answer is repeated.
  package static let mostLooks = 3

  /// The positions of the named objects about which waiting can change nothing: those that nobody can get at any more. Of the
  /// others the checks are told which these are, and which are not reported.
  ///
  /// Only a part of the heap is read, as much as it takes to find small cycles: what lies beyond proves nothing.
  package static func settled(in checks: [CheckedObjects], by reader: HeapReader) -> [[Int]] {
    let asked = checks.map { check in
      var check = check
      if check.others?.count ?? 0 > mostOthersLookedAt { check.others = nil }
      return check
    }
    var readings = lookAround(asked, by: reader, limits: .ofFirstLook, groups: false)
    for (check, reading) in zip(asked, readings) { reading.dropTransientlyRetained(by: check) }
    openAddressed(in: &readings, of: asked, by: reader)
    return zip(asked, readings).map { check, reading in
      check.others?.settle(reading.settledOthers(of: check))
      return (0..<reading.namedCount).filter {
        reading.judgement(of: $0).isFinal || reading.goesWithError($0)
      }
    }
  }

  /// Takes nothing for final that somebody may still get at by its address: a C library that was given it for a callback,
  /// say. Where that cannot be found out, or to find it out takes as long as to wait, it is waited for.
  private static func openAddressed(
    in readings: inout [CheckReading], of checks: [CheckedObjects], by reader: HeapReader
  ) {
    guard let look = sharedLook(of: readings) else { return }
    let final = look.finalObjects
    if final.isEmpty { return }
    let isWorthIt = checks.contains { $0.grace > reader.searchTime * 2 }
    let copied =
      isWorthIt ? reader.addressed(among: final.map { look.addresses[$0].masked }) : nil
    let open = copied.map { zip(final, $0.marks).filter { $1 == 1 }.map(\.0) } ?? final
    let counted = copied.map { look.recounting(final, as: $0.counts) } ?? look
    if open.isEmpty, counted === look { return }
    let opened = open.isEmpty ? counted : counted.opening(open)
    share(opened, among: &readings, of: checks, groups: false)
  }

  /// Looks again at what is proven by counts that were read one after the other, and was not settled before, by those of one moment.
  private static func recount(
    in readings: inout [CheckReading], of checks: [CheckedObjects], by reader: HeapReader
  ) {
    guard let look = sharedLook(of: readings),
      zip(checks, readings).contains(where: { $1.isProvenUnsettled(by: $0) })
    else { return }
    let proven = look.provenObjects
    guard let counts = reader.counts(of: proven.map { look.addresses[$0].masked }) else { return }
    let counted = look.recounting(proven, as: counts)
    if counted === look { return }
    share(counted, among: &readings, of: checks, groups: true)
  }

  /// Whether an object is proven to be leaked that was not known to be when it was waited for.
  private func isProvenUnsettled(by check: CheckedObjects) -> Bool {
    livingNames.contains { !check.settled.contains($0) && judgement(of: $0).isProven }
      || check.othersRemain && groups.contains { $0.judgement.isProven }
  }

  /// Of the others a 1 for each that waiting cannot change, by their address. Of what could not be read that is not known.
  func settledOthers(of check: CheckedObjects) -> [UInt8] {
    let condensation = (try? look.get())?.condensation
    var settled: Set<UInt> = []
    // What several of those that are not ignored keep is in none of their groups, and goes with them.
    let waitedFor =
      check.ignored.isEmpty
      ? nil : condensation.map { Condensation.Part($0, reachedFrom: groups.map(\.component)) }
    for position in found.indices.dropFirst(namedCount) {
      guard let condensation, let object = found[position] else { continue }
      let isIgnored =
        waitedFor.map { $0.index(of: condensation.component(of: object)) == nil } ?? false
      if isIgnored || judgement(of: position).isFinal {
        settled.insert(objects[position].maskedAddress)
      }
    }
    return (check.others?.maskedAddresses() ?? []).map { settled.contains($0) ? 1 : 0 }
  }

  /// Reads the heap around the objects of all checks at once.
  static func lookAround(
    _ checks: [CheckedObjects], by reader: HeapReader, limits: ReadingLimits = ReadingLimits(),
    groups: Bool = true
  ) -> [CheckReading] {
    var readings = checks.map { CheckReading(of: $0) }
    look(for: &readings, of: checks, by: reader, limits: limits, groups: groups)
    return readings
  }

  /// Reads the heap around the objects of `check`, which are not waited for. What is proven to be leaked is so by counts of one moment.
  package static func look(at check: CheckedObjects, by reader: HeapReader) -> CheckReading {
    var readings = lookAround([check], by: reader)
    for look in 1..<mostLooks where readings[0].isChanging {
      Settling.pause(afterLook: look)
      readings = lookAround([check], by: reader)
    }
    recount(in: &readings, of: [check], by: reader)
    return readings[0]
  }

  /// The same, and searches the process for what else may keep the objects that nobody named and that a guess would let be leaked.
  package static func lookAtDoubts(
    of check: CheckedObjects, by reader: HeapReader
  ) -> CheckReading {
    var readings = [look(at: check, by: reader)]
    if readings[0].hasProbableLeak {
      excludeKept(from: &readings, of: [check], by: reader)
      let positions = readings[0].groups.filter(\.judgement.isProbableLeak)
        .compactMap(\.representative)
      answer(
        positions.map { Query(check: 0, position: $0) }, in: &readings, of: [check], by: reader)
    }
    return readings[0]
  }

  /// Reads the heap around `others`, which nobody named.
  static func look(
    at others: [RecordedObject], of check: CheckedObjects, by reader: HeapReader
  ) -> CheckReading {
    var readings = [CheckReading(of: check, others: others)]
    look(for: &readings, of: [check], by: reader, limits: ReadingLimits(), groups: true)
    return readings[0]
  }

  private static func look(
    for readings: inout [CheckReading], of checks: [CheckedObjects], by reader: HeapReader,
    limits: ReadingLimits, groups: Bool
  ) {
    for attempt in 1...mostLooks {
      let living = readings.map(\.living)
      var addresses: [UInt] = []
      for (index, positions) in living.enumerated() {
        addresses +=
          positions.map { readings[index].objects[$0].address } + checks[index].transientRoots
      }
      let look: Result<HeapLook, HeapReadingError>
      do throws(HeapReadingError) {
        look = .success(try HeapLook(around: addresses, by: reader, limits: limits))
      } catch {
        look = .failure(error)
      }
      // What was read of an object that has gone meanwhile is not what it referred to. At last those have the look of which none has.
      let areSame = readings.indices.map { readings[$0].living == living[$0] }
      guard attempt == mostLooks || areSame.allSatisfy(\.self) else { continue }
      for index in readings.indices where areSame[index] {
        readings[index].note(look, of: checks[index], groups: groups)
      }
      return
    }
  }

  /// Notes a look, and groups those of the objects that nobody named.
  private mutating func note(
    _ look: Result<HeapLook, HeapReadingError>, of check: CheckedObjects, groups areGrouped: Bool
  ) {
    self.look = look.map { $0.labelled(by: check.labels) }
    withoutError = check.thrown.flatMap { thrown in
      (try? look.get()).flatMap { look in
        look.object(at: thrown).flatMap { LookWithoutError(look, error: $0) }
      }
    }
    guard case .success(let look) = look, namedCount < objects.count else { return }
    // At first only what is not reported matters, and only where something is.
    if !areGrouped, check.ignored.isEmpty { return }
    let all = SurvivorGrouping(
      living.compactMap { position in found[position].map { (position, $0) } }, in: look,
      transientRoots: Set(check.transientRoots.compactMap(look.object(at:)))
    ).groups()
    let isIgnored = all.map { check.ignored.cover($0, in: look) }
    groups = zip(all, isIgnored).filter { !$0.1 }.map(\.0)
    keptByIgnored = zip(all, isIgnored).filter(\.1).reduce(into: []) {
      $0.formUnion($1.0.explained(ifLeaked: $1.0.judgement.isLeaked))
    }
  }

  /// The size in bytes of the object at `position`, where it was read.
  package func size(ofObjectAt position: Int) -> Int? {
    guard case .success(let look) = look, let object = found[position] else { return nil }
    return Int(look.evidence.graph.objects[object].size)
  }

  /// The component of the object at `position`, where that is one whose objects keep one another alive.
  package func cyclicComponent(ofObjectAt position: Int) -> HeapLook.ComponentID? {
    guard case .success(let look) = look, let object = found[position] else { return nil }
    let component = look.condensation.component(of: object)
    return look.condensation.components[component].containsCycle ? component : nil
  }

  /// The position of each object by its address, where some are grouped.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  package var positions: [UInt: Int] {
    if groups.isEmpty { return [:] }
    var positions: [UInt: Int] = [:]
    positions.reserveCapacity(objects.count)
    // The first object at an address is the one that counts.
    for position in objects.indices.reversed() { positions[objects[position].address] = position }
    return positions
  }

  /// What the counts say of the object at `position`.
  package func judgement(of position: Int) -> Judgement {
    switch look {
    case .failure(let error): return .inconclusive(error.reason)
    case .success(let look):
      guard let object = found[position] else {
        return .inconclusive(Judgement.changingGraph)
      }
      if position < namedCount, let withoutError { return withoutError.judgement(of: object) }
      return look.judgement(of: object)
    }
  }

  /// Whether nothing keeps the object at `position`, which is named, but the error that the check has caught.
  func goesWithError(_ position: Int) -> Bool {
    guard let withoutError, let object = found[position] else { return false }
    return withoutError.goesWithError(object)
  }

  /// Whether the object at `position` has gone before it could be told what keeps it.
  func hasGone(_ position: Int) -> Bool {
    if objects[position].isAlive { return false }
    return answers[representative(of: position)].map { $0.isGone } ?? true
  }

  /// Whether an object has gone before the process was searched for what holds it.
  private var missesObjects: Bool { answers.values.contains { $0.isGone } }

  /// The positions of the named objects that are alive.
  var livingNames: [Int] { (0..<namedCount).filter { objects[$0].isAlive } }

  /// Whether the process was changing while it was read: another look may tell more.
  package var isChanging: Bool {
    guard case .failure(let error) = look else { return isInconclusive }
    return error.reason == Judgement.changingGraph
  }

  private var isInconclusive: Bool {
    guard case .success = look else { return false }
    return groups.contains(where: \.judgement.isInconclusive)
      || livingNames.contains { judgement(of: $0).isInconclusive }
  }
}

extension SurvivorGroup {
  /// The position of the object that stands for the group when something is asked about it.
  package var representative: Int? { subject ?? members.first }
}

extension RootAnswer {
  fileprivate var isGone: Bool { if case .gone = self { true } else { false } }
}

extension ReadingLimits {
  /// As much as it takes to find small cycles.
  static let ofFirstLook = {
    var limits = ReadingLimits()
    limits.objects = 20_000
    limits.references = 40_000
    limits.elements = 1000
    return limits
  }()
}
