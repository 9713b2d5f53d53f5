import CLeakBase
import CWayAudit
import Foundation
import LeakHeapReading
import LeakHeapRoots
import LeakSymbolication
import Synchronization

/// Looks, in every process of the tests, at every way that a report tells: nothing of the kit's is on one.
///
/// What is told is chosen by addresses that the checks note. The audit asks the symbols whose the addresses are instead, and
/// ends the process where they are the kit's.
public enum WayAudit {
  /// How many ways were seen, and how many addresses on them.
  public static var figures: (ways: Int, addresses: Int) {
    (ways.load(ordering: .relaxed), addresses.load(ordering: .relaxed))
  }

  private static let ways = Atomic(0)
  private static let addresses = Atomic(0)

  /// What is the kit's on the way, each with the reason.
  package static func kitsParts(of way: ObservedWay) -> [String] {
    way.slots.flatMap { slot in
      [
        kits(slot.address, "a variable"), slot.function.flatMap { kits($0, "a frame of") },
        slot.thread.map(crt_is_own_thread) == true ? "the stack of a thread of the kit's" : nil,
      ].compactMap(\.self)
    }
      + way.isas.compactMap { kits($0, "an object of") }
      + way.functions.compactMap { kits($0, "named:") }
  }

  /// The symbol at `address`, if it is the kit's.
  private static func kits(_ address: UInt, _ what: String) -> String? {
    Symbolizer.symbol(at: address).flatMap { KitModules.declare($0) ? "\(what) \($0)" : nil }
  }

  fileprivate static func begin() {
    WayObserver.add { way in
      let count = way.slots.count + way.isas.count + way.functions.count
      // Evidence that was made up has no addresses.
      if count == 0 { return }
      ways.add(1, ordering: .relaxed)
      addresses.add(count, ordering: .relaxed)
      let found = kitsParts(of: way)
      if !found.isEmpty {
        let functions = way.slots.compactMap(\.function) + way.functions
        let names = (functions + way.isas).map { Symbolizer.symbol(at: $0) ?? "?" }
        fatalError(
          "the kit is on a path: \(found.joined(separator: "; ")), of: \(names.joined(separator: " "))"
        )
      }
    }
    guard CommandLine.arguments[0].hasSuffix(".xctest") else { return }
    atexit {
      let (ways, addresses) = WayAudit.figures
      if ways > 0 { print("paths: \(ways), addresses on them: \(addresses), the kit's: 0") }
    }
  }
}

@_cdecl("way_audit_begin") func beginAudit() { WayAudit.begin() }
