import LeakDetection

/// What was observed when a variant ran.
package enum Outcome: Sendable, Hashable {
  /// The verdict on the variant's object, with the whole text of the report on it.
  case verdict(Verdict, report: String)
  /// The variant's process was ended by a signal, after this message of the runtime's.
  case crashed(signal: Int32, message: String)
  /// The variant could not be observed; the reason is one sentence part.
  case unobserved(String)
}

extension Outcome {
  /// What was observed, in a word or two.
  package var summary: String {
    switch self {
    case .verdict(.deinitialized, _): "deinitialized"
    case .verdict(.late(let delay, _), _): "late by \(delay.inSeconds)"
    case .verdict(.leaked, _): "leaked"
    case .verdict(.held, _): "held"
    case .verdict(.inconclusive, _): "inconclusive"
    case .crashed: "crashes"
    case .unobserved: "not observed"
    }
  }

  /// The kind of what was observed, as one word that does not vary between runs.
  package var kind: String {
    if case .verdict(.late, _) = self { "late" } else { summary }
  }

  /// The references that keep the object alive, for an object that leaked.
  package var path: RetainPath? {
    if case .verdict(.leaked(let path), _) = self { path } else { nil }
  }

  /// The whole text of what was observed.
  package var text: String {
    switch self {
    case .verdict(.deinitialized, _), .verdict(.late(_, heldBy: []), _): summary
    case .verdict(_, let report): report
    case .crashed(_, let message): message
    case .unobserved(let reason): reason
    }
  }
}

extension Variant.Expectation {
  /// The kind of what is expected, as one word.
  package var kind: String {
    switch self {
    case .deinitialized: "deinitialized"
    case .late: "late"
    case .leaked: "leaked"
    case .held: "held"
    case .crashes: "crashes"
    }
  }

  /// Whether the object is expected to stay.
  var stays: Bool {
    switch self {
    case .leaked, .held: true
    case .deinitialized, .late, .crashes: false
    }
  }

  /// Whether what held an object that went late is part of what is expected.
  var namesLateHolder: Bool {
    if case .late(_, report: .some) = self { true } else { false }
  }

  /// Whether `outcome` is of an object that was looked at too late, as on a busy machine: it had gone before it could be found out
  /// what held it, or the block that was to hold it had run.
  func cameTooLate(for outcome: Outcome) -> Bool {
    guard case .verdict(let verdict, _) = outcome else { return false }
    switch (self, verdict) {
    case (.late(_, report: .some), .deinitialized), (.late(_, report: .some), .late(_, heldBy: [])):
      return true
    case (.held(let report), .leaked), (.held(let report), .deinitialized),
      (.held(let report), .late):
      return report.contains("a block that asyncAfter is to run within")
    default: return false
    }
  }

  /// Whether a word by chance is in the way of what is expected: it was left in memory of unknown use, and is the address of an
  /// object that is to leak, which is possibly held then, or of a task, of which one thing less is certain. The next object is
  /// somewhere else.
  func isOutdoneByGuess(in outcome: Outcome) -> Bool {
    guard case .verdict(.held(let holders), let report) = outcome else { return false }
    switch self {
    case .leaked:
      return holders.allSatisfy { holder in
        holder.isProbable
      }
    case .held(let expected):
      return report.trimmed != expected.trimmed
        && report.replacing("probably ", with: "").trimmed == expected.trimmed
    case .deinitialized, .late, .crashes: return false
    }
  }

  /// The whole text of what is expected.
  package var text: String {
    switch self {
    case .deinitialized, .late(_, report: nil): kind
    case .leaked(let report), .held(let report), .late(_, .some(let report)): report
    case .crashes(let message):
      message.isEmpty ? "The process ends by a trap, without a message." : message
    }
  }
}
