import Foundation
import LeakBase
import LeakDetection

/// Writes what the checks of this process find, for people's machines to read.
package final class RunReportFile: Sendable {
  /// The file of the process; `nil` unless the environment variable `LEAK_TESTING_REPORTS` names a folder.
  package static let shared: RunReportFile? = {
    guard let folder = ProcessEnvironment.value(of: "LEAK_TESTING_REPORTS"), !folder.isEmpty
    else { return nil }
    let file = RunReportFile(in: folder)
    atexit { RunReportFile.shared?.end() }
    return file
  }()

  /// So many findings are written as they come; of more, only as many at once as make a tenth.
  private static let mostWrittenAtOnce = 64

  private struct State {
    var report: RunReport
    var tests: Set<String> = []
    var notGone: Set<String> = []
    var written = 0
    var isErrorReported = false
  }

  private let process = ProcessID.current
  private let folder: String
  package let path: String
  private let state: VisibleMutex<State>

  /// - Parameter folder: is made where it is not there.
  package init(in folder: String) {
    let folder = ProcessEnvironment.absolute(folder)
    self.folder = folder
    path = "\(folder)/leaks-\(process.number)-\(UUID().uuidString.prefix(8)).json"
    state = VisibleMutex(State(report: RunReport(process: process.number)))
  }

  /// Adds a finding. A process that crashes later has left it, unless there are very many.
  package func add(_ finding: RunReport.Finding) {
    state.withLock { state in
      state.report.findings.append(finding)
      let count = state.report.findings.count
      if count <= Self.mostWrittenAtOnce || count >= state.written + state.written / 10 {
        write(&state)
      }
    }
  }

  /// Notes that `test` was checked to its end: what it has not shown then is gone, but for what `ledger` says is not.
  ///
  /// - Parameter ledger: Knows whether the checks of the test may have passed over a known leak.
  package func noteChecked(_ test: String, unless ledger: LeakLedger) {
    if ledger.mayHideLeaks(of: test) { return }
    let notGone = ledger.fingerprintsNotGone(from: test)
    state.withLock {
      $0.tests.insert(test)
      $0.notGone.formUnion(notGone)
    }
  }

  /// Writes the file: all of it or nothing.
  package func write() {
    state.withLock { write(&$0) }
  }

  /// Writes the file when the process ends. A child that has come by `fork` has the parent's findings, and its lock as it was then.
  private func end() {
    if process == .current { write() }
  }

  private func write(_ state: inout State) {
    state.report.checkedTests = state.tests.sorted()
    state.report.notGone = state.notGone.isEmpty ? nil : state.notGone.sorted()
    state.written = state.report.findings.count
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try encoder.encode(state.report).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      if state.isErrorReported { return }
      state.isErrorReported = true
      StandardError.warn(
        "LEAK_TESTING_REPORTS: \(path) cannot be written: \(error.systemMessage)")
    }
  }
}
