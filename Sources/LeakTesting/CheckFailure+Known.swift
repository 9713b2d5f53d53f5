import LeakDetection
import LeakReporting
import Synchronization

/// Whether it has been told that the run's grace is none.
private let isMistakeTold = Atomic(false)

extension [CheckFailure] {
  /// What is left of these to be told: not what is known. First, what is wrong with how that was said.
  ///
  /// - Parameters:
  ///   - ignored: What the check does not report.
  ///   - location: The check's place.
  func admitted(ignoring ignored: [IgnoredLeak], at location: CodeLocation) -> [CheckFailure] {
    var failures = ignored.compactMap(\.mistake).map { mistake in
      CheckFailure(text: "ignoring: \(mistake)", location: location)
    }
    if let mistake = RunGrace.mistake, !isMistakeTold.exchange(true, ordering: .relaxed) {
      failures.append(CheckFailure(text: mistake, location: location))
    }
    if let error = LeakLedger.shared.takeError(near: location.filePath) {
      failures.append(
        CheckFailure(
          text: "\(error). Until that is mended, no leak is known.", location: location))
    }
    return failures + compactMap { $0.admitted(ignoring: ignored) }.filter { $0.takeTelling() }
  }
}

extension CheckFailure {
  /// What is told; `nil` for what is known.
  fileprivate func admitted(ignoring ignored: [IgnoredLeak]) -> CheckFailure? {
    guard let leak else { return self }
    let test = RunningTest.name
    let standing = LeakLedger.shared.standing(
      of: leak, ignoring: ignored, in: test, isWarning: isWarning)
    let finding = RunReport.Finding(leak, in: test, standing: standing, isWarning: isWarning)
    RunReportFile.shared?.add(finding)
    RunSummary.shared.add(finding)
    var told = self
    switch standing {
    case .new: break
    case .known: return nil
    case .expired(let sentence): told.text += "\n  \(sentence)"
    case .recorded(let path):
      told.isWarning = true
      told.text += "\n  It is on the list of known leaks now, \(path): say why there."
    }
    return told
  }

  /// What is told of the known leaks that a test should have shown, and has not.
  static func missing(in test: String, at location: CodeLocation) -> [CheckFailure] {
    RunReportFile.shared?.noteChecked(test)
    return LeakLedger.shared.end(of: test, near: location.filePath).map {
      CheckFailure(text: "\($0)", location: location)
    }
  }
}

extension RunReport.Finding {
  fileprivate init(
    _ leak: Leak, in test: String?, standing: LeakLedger.Standing, isWarning: Bool
  ) {
    let (standing, reason): (RunReport.Standing, String?) =
      switch standing {
      case .new: (.new, nil)
      case .known(let reason): (.known, reason)
      case .expired: (.expired, nil)
      case .recorded: (.recorded, nil)
      }
    self.init(test: test, standing: standing, reason: reason, isWarning: isWarning, leak: leak)
  }
}
