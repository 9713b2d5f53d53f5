import CLeakBase
import LeakBase
import Synchronization

/// Compares the facts about other people's memory with objects that are made for the purpose, once in a process, before anything is
/// read or recorded.
///
/// None of these objects is recorded: a scope opens only when all has been checked.
///
/// A feature of which one fact does not hold is off for the rest of the process, and that is said once on standard error.
package enum LayoutCheck {
  /// Checks all features, the first time that a guard can be put up: counts and types at once, and the others as soon as there is a
  /// memory map. Without either nothing is read.
  package static func run() {
    guard Processor.isProven, !allAreCompared.load(ordering: .acquiring) else { return }
    // What does not hold may lead anywhere.
    let memoryGuard = MemoryGuard()
    guard memoryGuard.isUp else { return }
    withExtendedLifetime(memoryGuard) {
      _ = basicsAreCompared
      if MemoryMap().obstacle == nil {
        _ = othersAreCompared
        allAreCompared.store(true, ordering: .releasing)
      }
    }
  }

  /// Without these nothing else can be read.
  private static let basics: [LayoutFeature] = [.counts, .types]

  private static let allAreCompared = Atomic(false)
  private static let basicsAreCompared: Void = compare(basics)
  private static let othersAreCompared: Void = {
    if basics.contains(where: \.isOff) { return }
    compare(LayoutFeature.allCases.filter { !basics.contains($0) })
  }()

  private static func compare(_ features: [LayoutFeature]) {
    // The caller's stack may be small.
    let failed = OwnThread.withRoom {
      // What is compared is made after the map has been read, and is alive while it is asked about.
      turnOff(whatDiffersOf: features, in: KeptMap(rereadingBeforeNo: true))
    }
    if failed.isEmpty { return }
    StandardError.write(LayoutFeature.warning(of: failed))
  }

  /// Turns each feature off that does not hold before the next is checked, which may use it, and returns those.
  private static func turnOff(
    whatDiffersOf features: [LayoutFeature], in map: KeptMap
  ) -> [LayoutFeature] {
    var failed: [LayoutFeature] = []
    for feature in features where !holds(feature, in: map) {
      feature.turnOff()
      failed.append(feature)
      if basics.contains(feature) { break }
    }
    return failed
  }

  /// Whether there is code at the address, or no memory map that would tell.
  static func isCode(_ address: Address, in map: KeptMap) -> Bool {
    map.obstacle != nil || map.isCode(address)
  }

  static func place(of object: AnyObject) -> Address {
    Address(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
  }

  private static func holds(_ feature: LayoutFeature, in map: KeptMap) -> Bool {
    switch feature {
    case .counts: countsHold()
    case .types: typesHold(in: map)
    case .heap: heapHolds()
    case .contexts: contextsHold(in: map)
    case .arrays: arraysHold(in: map)
    case .tables: tablesHold(in: map)
    case .strings: stringsHold()
    case .blocks: blocksHold(in: map)
    case .tasks: tasksHold(in: map)
    case .dispatch: dispatchHolds(in: map)
    case .threads: crt_thread_layout_holds()
    case .timers: timersHold()
    case .keyPaths: keyPathsHold()
    }
  }
}
