import Foundation
import LeakBase
import LeakDetection
import LeakReporting
import XCTest

/// Checks everything that a process allocates, test by test where XCTest runs them, and fails nothing: where the environment variable
/// `LEAK_TESTING` is `all`, for people who want to know before they write a line.
final class ProcessCheck: Sendable {
  /// `nil` where it is not asked for, and in a child that runs the body of an exit test: that ends with `exit`, and has its objects then.
  static let shared: ProcessCheck? =
    ProcessSetting.current == .all && !TestProcess.isOfExitTest ? ProcessCheck() : nil

  private struct State {
    /// What is allocated in no test.
    var scope: LeakFreeScope?
    /// What the running test case of XCTest's own class allocates.
    var test: LeakFreeScope?
    /// What the last such test case has left.
    var ended: EndedTest?
    var findings: [RunReport.Finding] = []
    /// The fingerprints of what has been put on the list of known leaks.
    var recorded: Set<String> = []
  }

  /// What a test case has left, and where that is told.
  private struct EndedTest {
    var name: String
    var scope: EndedScope
    var location: CodeLocation
    /// Whether the test has come so far that it must have shown its known leaks.
    var isComplete = false
  }

  private let state = VisibleMutex(State())
  private let process = ProcessID.current

  /// Begins before `main`.
  func begin() {
    // It comes last of all that is done at the end.
    atexit { ProcessCheck.shared?.end() }
    // XCTest says when it begins; Swift Testing does not.
    open()
  }

  /// Opens the scope of the process, with nothing of what was allocated before.
  func open() {
    let earlier = state.withLock { $0.scope.take() }
    earlier?.allocations?.close()
    let scope = LeakFreeScope(label: "the process", claimsUnattributed: true)
    state.withLock { $0.scope = scope }
    // Tests that no check is around are checked as well.
    scope.allocations?.ownLeftOut()
  }

  /// Notes what a check has found. It is told at the end.
  func note(_ finding: RunReport.Finding) {
    state.withLock { $0.findings.append(finding) }
  }

  /// Opens the scope of a test case, unless that has one of its own.
  func begin(_ testCase: XCTestCase) {
    if testCase is LeakFreeTestCase || LeakFreeScope.obstacle != nil { return }
    let scope = LeakFreeScope(label: testCase.name, claimsUnattributed: true)
    scope.adoptProperties(of: testCase, below: XCTestCase.self, exceptThoseOf: "XCTest")
    state.withLock { $0.test = scope }
  }

  /// Ends the scope of a test case. What that has left is told by the next ``settle(waiting:)``: the wait may run the main run loop,
  /// and an assertion that a block of the main queue makes then must find a test that runs. XCTest ends the process where it finds one
  /// that has ended.
  ///
  /// - Returns: Whether the test case had one.
  func end(_ testCase: XCTestCase) -> Bool {
    let scope = state.withLock { state in
      defer { state.test = nil }
      return state.test
    }
    guard let scope else { return false }
    let location = CodeLocation(of: testCase)
    // XCTest keeps its test cases to the end.
    var query = LeakFreeScope.Query(
      within: .milliseconds(500), at: location, transientRoots: [TransientRoot(testCase)])
    query.leavesOutReported = true
    query.takesPooled = true
    let ended = scope.end(query).map {
      EndedTest(name: testCase.fullName, scope: $0, location: location)
    }
    state.withLock { $0.ended = ended }
    return true
  }

  /// Tells what the test case has left that has ended.
  func settle(waiting place: WaitingPlace) {
    let ended = state.withLock { state in
      defer { state.ended = nil }
      return state.ended
    }
    guard let ended else { return }
    RunningTest.$testCase.withValue(ended.name) {
      write(ended.scope.settle(waiting: place), at: ended.location)
    }
    if ended.isComplete {
      RunReportFile.shared?.noteChecked(ended.name, unless: LeakLedger.shared)
    }
  }

  /// Notes that the test with the name `name` was checked to its end: at once, or when it is told what it has left.
  func noteChecked(_ name: String) {
    let isToBeTold = state.withLock { state in
      guard state.ended?.name == name else { return false }
      state.ended?.isComplete = true
      return true
    }
    if !isToBeTold { RunReportFile.shared?.noteChecked(name, unless: LeakLedger.shared) }
  }

  private func write(_ findings: ScopeFindings, at location: CodeLocation) {
    let failures = CheckOptions().failures(of: findings, at: location, failsTests: false)
    for failure in failures {
      failure.noteFinding()
      let place = RunningTest.name.map { " in \($0)" } ?? ""
      guard let leak = failure.leak else {
        StandardError.warn("LEAK_TESTING=all\(place): \(failure.text)")
        continue
      }
      if failure.finding?.standing == .recorded {
        state.withLock { _ = $0.recorded.insert(leak.fingerprint) }
      }
      // What belongs to no test is told below, once.
      if !place.isEmpty {
        StandardError.write("LEAK_TESTING=all\(place): \(leak.headline)\(leak.creation)")
      }
    }
  }

  /// Tells once what the process has left, and what its checks have found.
  private func end() {
    guard process == .current, let scope = state.withLock({ $0.scope }) else { return }
    if let obstacle = LeakFreeScope.obstacle {
      return StandardError.warn(
        "LEAK_TESTING=all: only the objects that checks name are checked, because \(obstacle).")
    }
    // No code of the program's is run any more.
    settle(waiting: .thread)
    var query = LeakFreeScope.Query(within: .milliseconds(500), at: .unknown)
    query.leavesOutReported = true
    query.takesPooled = true
    write(scope.settle(query, waiting: .thread), at: query.location)
    RunReportFile.shared?.write()
    var run = RunReport(process: process.number)
    let recorded: Int
    (run.findings, recorded) = state.withLock { ($0.findings, $0.recorded.count) }
    let report = MergedReport([run], known: [])
    var text = report.processReport(in: RunReportFile.shared?.path)
    if recorded > 0 { text += "\n\n" + Self.sentence(onRecorded: recorded) }
    StandardError.write(text)
  }

  /// Says that so many leaks were put on the list of known leaks.
  private static func sentence(onRecorded count: Int) -> String {
    let path = LeakLedger.shared.path ?? ""
    return
      "\(counted(count, "leak")) \(count == 1 ? "was" : "were") added to the list of known leaks, \(path), "
      + "without a test. Write the \(count == 1 ? "reason" : "reasons") there."
  }
}

extension CodeLocation {
  /// The line that a test case's method begins on, where the binary tells it.
  fileprivate init(of testCase: XCTestCase) {
    self =
      CodeLocation(ofMethod: testCase.methodName, of: type(of: testCase))
      ?? CodeLocation(fileID: testCase.name, filePath: "<EXPR>", line: 0, column: 0)
  }
}

extension Leak {
  /// A line that says which call has made the object, where that is known.
  fileprivate var creation: String { created.map { "\n  created in \($0)" } ?? "" }
}

extension MergedReport {
  /// What one process tells at its end.
  ///
  /// - Parameter file: Where the whole reports are.
  fileprivate func processReport(in file: String?) -> String {
    var text = "LEAK_TESTING=all: \(summary)."
    for cause in causes {
      text += "\n\n\(cause.standing.rawValue) \(cause.fingerprint)  \(cause.headline)"
      if let remark = cause.remark { text += "\n  \(remark)" }
      text += cause.leak?.creation ?? ""
      if !cause.tests.isEmpty { text += "\n  in \(cause.place)" }
    }
    if causes.isEmpty { return text }
    return text
      + (file.map { "\n\nThe whole reports: \($0)" }
        ?? "\n\nFor the whole reports, run with LEAK_TESTING_REPORTS=DIR.")
  }
}
