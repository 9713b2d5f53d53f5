import LeakDetection

extension Snippet {
  /// Plays the snippet and looks at what stays.
  @MainActor func played() async -> (outcome: Outcome, report: LeakReport) {
    let log = Log()
    let report = await LeakDetector.detect(within: .milliseconds(50)) { await play(log) }
    let notes = log.notes.joined(separator: ", ")
    return (Outcome(name: name, state: report.state, notes: notes), report)
  }
}

extension LeakReport {
  /// What the report says in a word, or its first line on what neither leaked nor went.
  fileprivate var state: String {
    if leaks.isEmpty { return "gone" }
    guard let unclear = leaks.first(where: { $0.path == nil }) else { return "leaked" }
    return String(unclear.description.prefix { $0 != "\n" })
  }
}
