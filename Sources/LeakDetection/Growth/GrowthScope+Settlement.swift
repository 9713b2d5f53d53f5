import LeakBase
import LeakDeciding
import LeakExplaining
import LeakHeapModel
import LeakHeapReading
import LeakHeapRecording

/// A type whose live instances climb from iteration to iteration, and one of the causes.
package struct Growth: Sendable, Hashable {
  package var staircase: Staircase

  /// What keeps one of the instances alive, or where that cannot be told, an object that keeps them.
  package var representative: Leak

  /// The names of the types that climb with it: its own, and those of what hangs on the instances.
  package var types: Set<String>

  /// Whether the instances of this cause climb, or those of no cause do, and this is the first. What keeps a few instances of a type
  /// that climbs by another cause has not grown.
  package var mayBeTold: Bool

  package init(
    staircase: Staircase, representative: Leak, types: Set<String> = [], mayBeTold: Bool = true
  ) {
    self.staircase = staircase
    self.representative = representative
    self.types = types.union([staircase.typeName])
    self.mayBeTold = mayBeTold
  }
}

extension [Growth] {
  /// What is told: of each type the first cause that is no library's, or else the first. What hangs on what is told goes with it.
  /// With these, all that is known: it is not told, but seen.
  ///
  /// - Parameter isKnown: Whether a cause is lived with.
  package func told(where isKnown: (Leak) -> Bool) -> [Growth] {
    var told: Set<String> = []
    var isTold = map { isKnown($0.representative) }
    for takesLibraries in [false, true] {
      for (index, growth) in enumerated()
      where growth.mayBeTold && !isTold[index]
        && takesLibraries == (growth.representative.libraryLeak != nil)
        && !told.contains(growth.staircase.typeName)
      {
        isTold[index] = true
        told.formUnion(growth.types)
      }
    }
    return zip(self, isTold).filter(\.1).map(\.0)
  }
}

extension GrowthScope {
  /// Finds the types that grew. Suspends while there is something to wait for.
  ///
  /// - Parameter tellsAll: Whether all causes of a type are told, and not only the first ones up to one that is no library's.
  package func settle(
    within grace: Duration, tellingAll tellsAll: Bool = true, at location: CodeLocation,
    isolation: isolated (any Actor)? = #isolation
  ) async -> [Growth] {
    let check = GrowthQuestion(self, tellingAll: tellsAll, location)
    return check.growths(after: await LeakCheck.outcome(of: check.checkedObjects(within: grace)))
  }

  /// Finds the types that grew. Blocks while there is something to wait for, or runs the main run loop.
  ///
  /// - Parameter tellsAll: Whether all causes of a type are told, and not only the first ones up to one that is no library's.
  @available(*, noasync)
  package func settle(
    within grace: Duration, tellingAll tellsAll: Bool = true, at location: CodeLocation,
    waiting place: WaitingPlace = .current
  ) -> [Growth] {
    let check = GrowthQuestion(self, tellingAll: tellsAll, location)
    return check.growths(
      after: LeakCheck.outcome(of: check.checkedObjects(within: grace), waiting: place),
      obstacle: place.obstacle)
  }
}

/// What is asked of a scope after the last iteration.
private struct GrowthQuestion: Sendable {
  private let scope: GrowthScope
  private let objects: [RecordedObject]
  private let tellsAll: Bool
  private let location: CodeLocation

  init(_ scope: GrowthScope, tellingAll tellsAll: Bool, _ location: CodeLocation) {
    self.scope = scope
    self.tellsAll = tellsAll
    self.location = location
    objects = scope.survivors()
  }

  /// The types that climb, as far as it can be told now.
  private func climbing() -> [String: Staircase] {
    scope.staircases(settling: objects.filter(\.witness.isAlive)).filter { $1.climbs }
  }

  /// What is asked: the objects are waited for as long as there are types that climb.
  func checkedObjects(within grace: Duration) -> CheckedObjects {
    CheckedObjects(
      named: [], recorded: objects, caller: scope.caller, grace: grace,
      isOver: { climbing().isEmpty })
  }

  /// The causes of each type that climbs, each once, and not of what only that keeps alive.
  ///
  /// - Parameter obstacle: Why nothing can be said of an object that is there, unless it can be proven to be leaked for good.
  func growths(after outcome: CheckOutcome, obstacle: String? = nil) -> [Growth] {
    guard let reading = outcome.reading else { return [] }
    return OwnThread.withRoom { growths(after: outcome, reading, obstacle) }
  }

  private func growths(
    after outcome: CheckOutcome, _ reading: CheckReading, _ obstacle: String?
  ) -> [Growth] {
    let climbing = climbing()
    var causes = GrowthCauses()
    let explainer = OutcomeExplainer(outcome, obstacle: obstacle)
    let positions = reading.positions
    var told: [HeapLook.ComponentID] = []
    for group in reading.groups {
      let climbers = (group.members + group.retainedSurvivors).filter {
        climbing[reading.recorded[$0].type.name] != nil
      }
      if !climbers.isEmpty { told.append(group.component) }
      // A class of the program's says more than what the compiler and libraries make for it.
      let instance = climbers.first { TypeName(reading.recorded[$0].type.name).isProgram }
      guard let climber = instance ?? climbers.first,
        let staircase = climbing[reading.recorded[climber].type.name],
        // To explain thousands of leaked instances takes long.
        tellsAll || !causes.settled.contains(staircase.typeName)
      else { continue }
      let orders = climbers.map { reading.recorded[$0] }
        .filter { $0.type.name == staircase.typeName }.map(\.order)
      let finding = GroupFinding(group, by: explainer) { positions[$0] }
      var representative = finding.leak(at: location)
      let key = [staircase.typeName, representative.fingerprint]
      if causes.add(orders, to: key) { continue }
      // The group may tell of what keeps the instances, such as a cache that was made in the first iteration.
      if !staircase.isOfType(of: representative),
        let own = explainer.leak(
          ofRecorded: climber, keptAs: representative, askedBy: scope.caller)
      {
        representative = own
      }
      // What hangs on the object climbs with it.
      let types = Set(climbers.map { reading.recorded[$0].type.name })
      causes.append(
        Growth(staircase: staircase, representative: representative, types: types), orders,
        for: key)
    }
    let isSeen = causes.types
    return causes.growths(in: scope)
      + shared(among: climbing.filter { !isSeen.contains($0.key) }, reading, told, explainer)
  }

  /// The classes that climb and are in no group, since several objects keep each instance, or the heap could not be read; but those
  /// that an object keeps which climbs itself, and is told.
  private func shared(
    among climbing: [String: Staircase], _ reading: CheckReading, _ told: [HeapLook.ComponentID],
    _ explainer: OutcomeExplainer
  ) -> [Growth] {
    if climbing.isEmpty { return [] }
    let condensation = (try? reading.look.get())?.condensation
    let isReached = condensation?.reached(from: told)
    func isTold(_ position: Int) -> Bool {
      guard let condensation, let object = reading.found[position] else { return false }
      return isReached?[condensation.component(of: object)] ?? false
    }
    var known: Set<String> = []
    return reading.recorded.indices.compactMap { index in
      let position = reading.namedCount + index
      let type = reading.recorded[index].type
      guard let staircase = climbing[type.name], !known.contains(staircase.typeName),
        type.kind == .instance, let module = type.module,
        !HeapObjectType.isToolchains(module: module), !isTold(position),
        let leak = explainer.leak(ofShared: position, at: location, askedBy: scope.caller)
      else { return nil }
      known.insert(staircase.typeName)
      return Growth(staircase: staircase, representative: leak)
    }
  }
}

/// The causes of growth that are found, one group of objects after the other.
private struct GrowthCauses {
  private var growths: [Growth] = []
  /// The instances of each, by their order.
  private var orders: [[UInt64]] = []
  private var indices: [[String]: Int] = [:]

  /// The types that have a cause, or hang on one.
  private(set) var types: Set<String> = []

  /// The types whose first cause is no library's.
  private(set) var settled: Set<String> = []

  /// Counts further instances of a cause; false for one that was not added.
  mutating func add(_ further: [UInt64], to key: [String]) -> Bool {
    guard let index = indices[key] else { return false }
    orders[index] += further
    return true
  }

  /// Adds a cause. It is the first one if nothing of its type was seen before.
  mutating func append(_ growth: Growth, _ instances: [UInt64], for key: [String]) {
    var growth = growth
    growth.mayBeTold = !types.contains(growth.staircase.typeName)
    if growth.mayBeTold, growth.representative.libraryLeak == nil {
      settled.formUnion(growth.types)
    }
    types.formUnion(growth.types)
    indices[key] = growths.count
    growths.append(growth)
    orders.append(instances)
  }

  /// All of them, those that climb by themselves first of all to be told.
  func growths(in scope: GrowthScope) -> [Growth] {
    let climb = zip(growths, orders).map { growth, orders in
      scope.staircase(of: growth.staircase.typeName, withOrders: orders)?.climbs ?? false
    }
    let climbing = Set(zip(growths, climb).filter(\.1).map(\.0.staircase.typeName))
    return zip(growths, climb).map { growth, climbs in
      var growth = growth
      if climbing.contains(growth.staircase.typeName) { growth.mayBeTold = climbs }
      return growth
    }
  }
}

extension Growth: CustomStringConvertible {
  /// The staircase, and what keeps one of the instances, or all of them.
  package var description: String {
    """
    \(staircase)

      \(staircase.isOfType(of: representative) ? "One of them" : "What keeps them"):

    \(representativeText.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "" : "  " + $0
    }.joined(separator: "\n"))
    """
  }

  private var representativeText: String {
    representative.verdict.isHeldByGlobal ? representative.cacheNote : representative.report
  }
}

extension Staircase {
  /// Whether `leak` tells of one of the instances.
  fileprivate func isOfType(of leak: Leak) -> Bool {
    TypeName(typeName).qualified == TypeName(leak.typeName).qualified
  }
}
