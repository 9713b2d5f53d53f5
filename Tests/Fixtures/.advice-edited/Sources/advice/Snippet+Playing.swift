import LeakDetection

extension Snippet {
  /// Plays the snippet and looks at what stays.
  @MainActor func played() async -> (outcome: Outcome, report: LeakReport) {
    let log = Log()
    let report = await LeakDetector.detect(within: .milliseconds(50)) { await play(log) }
    let notes = log.notes.joined(separator: ", ")
    let said = avoided.filter { words in report.advice.contains { $0.contains(words) } }
    let state = said.isEmpty ? report.state : "leaked, with advice that says \(said)"
    return (Outcome(name: name, state: state, notes: notes), report)
  }
}

extension LeakReport {
  /// The advice on each cycle.
  fileprivate var advice: [String] {
    leaks.compactMap(\.path).flatMap { [$0] + $0.further }.map(\.advice)
  }

  /// What the report says in a word, or its first line on what neither leaked nor went.
  fileprivate var state: String {
    if leaks.isEmpty { return "gone" }
    guard let unclear = leaks.first(where: { $0.path == nil }) else { return "leaked" }
    return String(unclear.description.prefix { $0 != "\n" })
  }
}
