import CLeakBase
import Foundation
import LeakBase

/// Compares the facts about other people's memory with objects that are made for the purpose, once in a process, before anything is
/// read or recorded.
///
/// None of these objects is recorded: a scope opens only when all has been checked.
///
/// A feature of which one fact does not hold is off for the rest of the process, and that is said once on standard error.
package enum LayoutCheck {
  /// Checks all features, the first time.
  package static func run() { _ = result }

  private static let result: Void = {
    guard Processor.isProven else { return }
    // What does not hold may lead anywhere.
    let failed = withExtendedLifetime(MemoryGuard()) {
      LayoutFeature.allCases.filter { !holds($0) }
    }
    for feature in failed { feature.turnOff() }
    guard let first = failed.first else { return }
    // Without counts and classes nothing else can be read.
    let reported = [.counts, .classes].contains(first) ? [first] : failed
    FileHandle.standardError.write(Data((LayoutFeature.warning(of: reported) + "\n").utf8))
  }()

  static func place(of object: AnyObject) -> Address {
    Address(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
  }

  private static func holds(_ feature: LayoutFeature) -> Bool {
    switch feature {
    case .counts: countsHold()
    case .classes: classesHold()
    case .contexts: contextsHold()
    case .arrays: arraysHold()
    case .tables: tablesHold()
    case .blocks: blocksHold()
    case .tasks: tasksHold()
    case .dispatch: dispatchHolds()
    case .threads: crt_thread_layout_holds()
    }
  }
}
