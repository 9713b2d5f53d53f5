import Foundation
import LeakBase
import LeakDetection
import LeakReporting

/// Counts what the checks of this process have found, and tells it in one line when the process ends, where not all of it is known.
final class RunSummary: Sendable {
  static let shared: RunSummary = {
    atexit { RunSummary.shared.write() }
    return RunSummary()
  }()

  private struct State {
    var standings: [String: Set<RunReport.Standing>] = [:]
    var tests: Set<String> = []
  }

  private let state = VisibleMutex(State())
  private let process = ProcessID.current

  func add(_ finding: RunReport.Finding) {
    if finding.isWarning { return }
    state.withLock { state in
      state.standings[finding.leak.fingerprint, default: []].insert(finding.standing)
      if let test = finding.test { state.tests.insert(test) }
    }
  }

  /// Says it once: not in a child that has come by `fork`, which has the lock as it was then.
  private func write() {
    if process != .current { return }
    let (standings, tests) = state.withLock { ($0.standings.values, $0.tests.count) }
    let counts = Dictionary(grouping: standings) { MergedReport.Standing($0) }.mapValues(\.count)
    guard counts.keys.contains(where: \.isToBeMended) else { return }
    StandardError.write(MergedReport.summary(of: counts, inTests: tests))
  }
}
