import CLeakBase
import Testing

/// Tells Swift Testing of failures.
enum SwiftTestingReporter {
  /// Records an issue, in the current test or, outside any test, in the run.
  ///
  /// What was found is an error, whose text stands out where that of a comment is dimmed, and which can be matched.
  static func report(_ failure: CheckFailure) {
    let location = SourceLocation(failure.location)
    let comment = Comment(rawValue: failure.text)
    guard failure.isWarning else {
      if let leak = failure.leak {
        let issue = Issue.record(
          LeakFailure(leak, text: failure.text), sourceLocation: location)
        failure.noteFinding(as: KnownIssue(issue))
      } else {
        Issue.record(comment, sourceLocation: location)
      }
      return
    }
    failure.noteFinding()
    #if compiler(>=6.3)
      // Errors have no severity.
      Issue.record(comment, severity: .warning, sourceLocation: location)
    #else
      failure.warnOnStandardError()
    #endif
  }
}

extension SourceLocation {
  /// Swift Testing's own form of `location`. It insists on a module in the file's name, and on counting
  /// from 1.
  init(_ location: CodeLocation) {
    let fileID = location.fileID.contains("/") ? location.fileID : "Tests/\(location.fileID)"
    self.init(
      fileID: fileID, filePath: location.filePath, line: max(location.line, 1),
      column: max(location.column, 1))
  }
}

extension DeallocationCheck {
  /// The check behind `expectDeallocated`.
  init(
    expectingWithin grace: Duration, ignoring ignored: [IgnoredLeak], reportLate: Bool = false,
    at location: CodeLocation,
    entry: crt_call
  ) {
    self.init(
      grace: grace, ignored: ignored, notesLate: reportLate, location: location, entry: entry,
      name: "expectDeallocated"
    ) { failure in
      SwiftTestingReporter.report(failure)
      XCTestReporter.repeatIssue(failure)
    }
  }
}
