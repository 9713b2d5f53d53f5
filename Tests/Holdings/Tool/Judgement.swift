import HoldingSituations

/// Whether what is said of a situation is true.
enum Judgement: String, CaseIterable {
  case right
  case possibly = "told possibly"
  case silent
  case wrong = "told wrong"
  case flatlyWrong = "named flatly and wrong"

  /// - Parameter lines: What is said of the object, and perhaps of what it hangs on.
  init(_ lines: [String], of truth: Truth, isUnnamed: Bool) {
    // What hands an object to a thread is held by that thread's closure, and keeps nothing.
    let lines = lines.filter { !$0.hasPrefix("Holdings.Handover ") }
    switch truth {
    case .kept(let holder) where isUnnamed:
      self = lines.isEmpty ? .right : Self.held(lines, by: holder, isKept: true)
    case .kept(let holder), .held(let holder):
      self = Self.held(lines, by: holder)
    case .possibly(let holder):
      self = Self.held(lines, by: holder)
      // Flatly, it is more than is known.
      if self == .right { self = .flatlyWrong }
    case .leaked(let cause):
      if lines.isEmpty {
        self = .silent
      } else {
        // A word that may own is named possibly where a retain is left over.
        let isLeftOver = cause == Holdings.lostRetain && lines.contains { $0.contains("possibly") }
        let isTold = lines.contains { $0.contains(" leaked: ") && $0.contains(cause) }
        let isHeld = lines.contains { $0.contains(" is held: ") }
        self = isTold && !isHeld ? .right : isLeftOver ? .possibly : .wrong
      }
    }
  }

  /// How a part of a holder's story is marked as a guess.
  private static let probably = " that probably "

  private static func held(_ lines: [String], by holder: String, isKept: Bool = false) -> Self {
    if lines.isEmpty { return .silent }
    let possible = lines.filter { $0.contains("possibly") || $0.contains(probably) }
    let holders = holder.split(separator: "|")
    func isNamed(_ line: String) -> Bool {
      let line = line.replacing(probably, with: " that ")
      return holders.contains { line.contains($0) }
    }
    if lines.contains(where: { $0.contains(" is held: ") && isNamed($0) }) {
      // A guess beside what is known is one too many.
      if isKept, possible.isEmpty { return .wrong }
      return possible.isEmpty ? .right : .possibly
    }
    if let leaked = lines.first(where: { $0.contains(" leaked: ") }) {
      // Optimised code may have a reference in a register alone while it waits.
      return leaked.contains(Holdings.lostRetain) ? .possibly : .wrong
    }
    if !possible.isEmpty { return .possibly }
    let isAnyNamed = lines.contains {
      $0.contains(" kept alive by ") && !$0.contains(" from outside ")
    }
    return isAnyNamed ? .flatlyWrong : .wrong
  }
}
