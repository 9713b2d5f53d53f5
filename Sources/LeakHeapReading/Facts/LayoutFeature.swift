import CLeakBase
import LeakHeapModel

/// What rests on the layout of other people's memory, and is off where that is not as it is known.
///
/// The facts themselves are a table of C's, which C and Swift read: `LayoutFacts.h`.
package enum LayoutFeature: UInt32, CaseIterable, Sendable {
  case counts, types, heap, contexts, arrays, tables, strings, blocks, tasks, dispatch, threads,
    timers, keyPaths

  private var number: crt_feature { crt_feature(rawValue: rawValue) }

  /// Whether the process lays out its memory as it is known. The first time this is asked all features are checked.
  package var holds: Bool {
    LayoutCheck.run()
    return !isOff
  }

  /// The feature without which nothing is read, where it is off.
  static var obstacleToReading: LayoutFeature? {
    if !counts.holds { return .counts }
    return types.holds ? nil : .types
  }

  /// Whether it was found not to hold.
  var isOff: Bool { crt_feature_is_off(number) }

  func turnOff() { crt_feature_turn_off(number) }

  /// The first feature that is off, if any is: then nothing is told that is not proven.
  package static var firstOff: LayoutFeature? { allCases.first { !$0.holds } }

  /// What is not as it is known, as a clause to be put after "because".
  package var reason: String { "the layout of \(subject) is not the one that is known" }

  private var subject: String {
    switch self {
    case .counts: "reference counts"
    case .types: "types"
    case .heap: "malloc's blocks"
    case .contexts: "closures' captures"
    case .arrays: "arrays"
    case .tables: "dictionaries and sets"
    case .strings: "strings"
    case .blocks: "blocks"
    case .tasks: "tasks"
    case .dispatch: "libdispatch's queues and work items"
    case .threads: "the C library's threads"
    case .timers: "run loops' timers"
    case .keyPaths: "key paths"
    }
  }

  /// Which of the reasons why something could not be read is that a feature is off.
  package static func reasonOff(among reasons: [String]) -> String? {
    reasons.isEmpty ? nil : allCases.lazy.map(\.reason).first(where: reasons.contains)
  }

  /// What is said where the feature is off.
  package var warning: String { Self.warning(of: [self]) }

  /// What is said where some features are off: one line.
  package static func warning(of features: [LayoutFeature]) -> String {
    let reasons = features.map(\.reason).joined(separator: ", and ")
    return (["warning: leak checks are limited here because \(reasons)."] + features.map(\.effect))
      .joined(separator: " ")
  }

  private var effect: String {
    switch self {
    case .counts, .types:
      "The heap is not read: checks only report whether named objects have gone."
    case .heap:
      "Memory without a type is not looked through, and what holds objects is not searched for."
    case .contexts: "What closures capture is not read."
    case .arrays: "What arrays hold is not read."
    case .tables: "What dictionaries and sets hold is not read."
    case .strings: "What strings say is not read."
    case .blocks: "What blocks capture is not read."
    case .tasks: "What tasks hold is not reported."
    case .dispatch: "What queues and work items hold is not reported."
    case .threads: "What thread-local variables hold is not reported."
    case .timers: "Whether a run loop's timers will still fire is not reported."
    case .keyPaths: "Which key paths hold nothing is not known."
    }
  }

  /// The feature that objects of a kind are read by, besides counts and types.
  init?(of kind: HeapObjectType.Kind) {
    switch kind {
    case .closureContext: self = .contexts
    case .arrayStorage: self = .arrays
    case .dictionaryStorage, .setStorage: self = .tables
    case .block: self = .blocks
    case .task: self = .tasks
    default: return nil
    }
  }
}
