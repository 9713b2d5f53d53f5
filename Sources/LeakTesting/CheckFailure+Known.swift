import LeakBase
import LeakDetection
import LeakReporting
import Synchronization

/// Whether a test has failed by the run's grace, which is none.
private let isMistakeReported = Atomic(false)

extension [CheckFailure] {
  /// What is left of these to be told: not what is known. First, what is wrong with how that was said.
  ///
  /// - Parameters:
  ///   - options: Those of the check.
  ///   - location: The check's place.
  ///   - failsTests: Whether they fail a test. If not, what is wrong with the run is only written, and the first check that can fail
  ///     still fails by it; and what is recorded names no test, since other runs do not look for it there.
  ///   - namesTest: Whether what is recorded names the test at all.
  func admitted(
    by options: CheckOptions, at location: CodeLocation, failsTests: Bool = true,
    namesTest: Bool = true
  ) -> [CheckFailure] {
    if isEmpty, options.areSimple, RunGrace.mistake == nil,
      LeakLedger.shared.isInOrder
    {
      Self.noteChecked()
      return []
    }
    var failures = options.takeMistakes(at: location)
    if let mistake = RunGrace.mistake, Self.takeMistakeOfRun(failsTests: failsTests) {
      failures.append(CheckFailure(text: mistake, location: location, mistake: .grace))
    }
    Self.noteChecked()
    let ignored = options.allIgnored.inForce
    if !ignored.isEmpty, let test = RunningTest.name {
      LeakLedger.shared.noteIgnored(ignored, in: test)
    }
    let namesTest = namesTest && failsTests
    let found = compactMap { $0.admitted(by: options, namesTest: namesTest) }.filter { failure in
      if failure.takeFirstReport() { return true }
      failure.finding?.note()
      return false
    }
    // To put a leak on the list may have shown what is wrong with it.
    return failures + Self.errorOfList(at: location, failsTests: failsTests) + found
  }

  /// Whether the run's grace is still to be told of.
  private static func takeMistakeOfRun(failsTests: Bool) -> Bool {
    if failsTests { return !isMistakeReported.exchange(true, ordering: .relaxed) }
    return !isMistakeReported.load(ordering: .relaxed) && Notice.invalidGrace.takeFirst()
  }

  /// What is wrong with the list of known leaks, where nobody has said so.
  fileprivate static func errorOfList(
    at location: CodeLocation, failsTests: Bool = true
  ) -> [CheckFailure] {
    let error =
      failsTests
      ? LeakLedger.shared.takeError(near: location.filePath)
      : LeakLedger.shared.takeErrorToWrite(near: location.filePath)
    guard let error else { return [] }
    return [
      CheckFailure(
        text: "\(error.place): \(error.sentences)", location: location, mistake: .list)
    ]
  }

  private static func noteChecked() {
    RunningTest.noteChecked()
    // A run without a leak leaves its report, too.
    _ = RunReportFile.shared
  }
}

extension CheckOptions {
  /// What is wrong with the options, as far as that has not been told of this line.
  func takeMistakes(at location: CodeLocation) -> [CheckFailure] {
    mistakes.filter { location.takeMistake($0) }.map {
      CheckFailure(text: $0, location: location, mistake: .option($0, at: location))
    }
  }
}

extension MistakeToldOnce {
  /// Lets the next check fail by it, where the failure was a known issue.
  func tellAgain() {
    switch self {
    case .grace: isMistakeReported.store(false, ordering: .relaxed)
    case .list: LeakLedger.shared.tellErrorAgain()
    case .option(let mistake, let location): location.tellAgain(mistake)
    }
  }
}

extension CheckFailure {
  /// What is told; `nil` for what is known.
  ///
  /// - Parameter namesTest: Whether the list has the test, where this is recorded.
  fileprivate func admitted(by options: CheckOptions, namesTest: Bool) -> CheckFailure? {
    guard let leak else { return self }
    if case .inconclusive = leak.verdict { TestProgress.current?.noteCutShort() }
    let test = RunningTest.name
    let ignored = options.allIgnored
    // A finding has much in it, and the test's stack may be small. On a thread of the kit's own nothing is known of the test.
    let (standing, finding) = OwnThread.withRoom {
      let standing = LeakLedger.shared.standing(
        of: leak, ignoring: ignored, in: test, isWarning: isWarning,
        namesTest: namesTest)
      return (
        standing, RunReport.Finding(leak, in: test, standing: standing, isWarning: isWarning)
      )
    }
    var admitted = self
    admitted.finding = finding
    if case .known = standing {
      finding.note()
      return nil
    }
    admitted.text = options.text(text)
    switch standing {
    case .new, .known: break
    case .expired(let sentence): admitted.text += "\n  \(sentence)"
    case .recorded(let path):
      admitted.isWarning = true
      admitted.text +=
        "\n  It was added to the list of known leaks, \(path). Write the reason there."
    }
    return admitted
  }

  /// What is told of the known leaks that a test should have shown, and has not. Of a test that did not come that far, nothing is.
  static func missing(
    in test: String, after progress: TestProgress, at location: CodeLocation
  ) -> [CheckFailure] {
    guard progress.isComplete else { return [] }
    let missing = LeakLedger.shared.end(of: test, near: location.filePath)
    // A test that is not watched may have failed before it came to its leak, which another list may have.
    if progress.isWatched { RunReportFile.shared?.noteChecked(test, unless: LeakLedger.shared) }
    return [CheckFailure].errorOfList(at: location)
      + missing.map { CheckFailure(text: "\($0)", location: location) }
  }
}

extension RunReport.Finding {
  /// Adds the finding to what the process tells at its end.
  func note() {
    RunReportFile.shared?.add(self)
    if let process = ProcessCheck.shared { return process.note(self) }
    RunSummary.shared.add(self)
  }

  fileprivate init(
    _ leak: Leak, in test: String?, standing: LeakLedger.Standing, isWarning: Bool
  ) {
    let (standing, reason): (RunReport.Standing, String?) =
      switch standing {
      case .new: (.new, nil)
      case .known(let reason): (.known, reason)
      case .expired(let sentence): (.expired, sentence)
      case .recorded: (.recorded, nil)
      }
    self.init(test: test, standing: standing, reason: reason, isWarning: isWarning, leak: leak)
  }
}
