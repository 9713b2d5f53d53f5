import Foundation
import LeakBase
import LeakDetection
import LeakReporting

/// Counts what the checks of this process have found, and tells it in one line when the process ends, where not all of it is known.
final class RunSummary: Sendable {
  static let shared: RunSummary = {
    atexit { RunSummary.shared.tell() }
    return RunSummary()
  }()

  private struct State {
    /// By fingerprint: whether it is known, and not new or expired anywhere.
    var isKnown: [String: Bool] = [:]
    var tests: Set<String> = []
  }

  private let state = VisibleMutex(State())

  func add(_ finding: RunReport.Finding) {
    if finding.isWarning { return }
    let isKnown = finding.standing == .known || finding.standing == .recorded
    state.withLock { state in
      state.isKnown[finding.leak.fingerprint] =
        isKnown && state.isKnown[finding.leak.fingerprint] ?? true
      if let test = finding.test { state.tests.insert(test) }
    }
  }

  private func tell() {
    let (isKnown, tests) = state.withLock { ($0.isKnown, $0.tests.count) }
    let known = isKnown.count { $0.value }
    let new = isKnown.count - known
    if new == 0 { return }
    StandardError.write(MergedReport.summary(of: [.new: new, .known: known], inTests: tests))
  }
}
