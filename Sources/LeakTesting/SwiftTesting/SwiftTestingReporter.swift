import CRuntime
import Foundation
import Testing

/// Tells Swift Testing of failures.
enum SwiftTestingReporter {
  /// Records an issue, in the current test or, outside any test, in the run.
  static func report(_ failure: CheckFailure) {
    let text = Comment(rawValue: failure.text)
    let location = SourceLocation(failure.location)
    guard failure.isWarning else {
      Issue.record(text, sourceLocation: location)
      return
    }
    #if compiler(>=6.3)
      Issue.record(text, severity: .warning, sourceLocation: location)
    #else
      // Without warnings, standard error has to do.
      StandardError.write("\(failure.location.fileID):\(failure.location.line): warning: \(text)")
    #endif
  }
}

extension SwiftTestingReporter {
  /// Tells that an object went late: a warning, which fails no test, or a line on standard error where the
  /// toolchain's Swift Testing has none.
  static func warn(_ failure: CheckFailure) {
    #if compiler(>=6.3)
      Issue.record(
        Comment(rawValue: failure.text), severity: .warning,
        sourceLocation: SourceLocation(failure.location))
    #else
      let place = "\(failure.location.fileID):\(failure.location.line)"
      FileHandle.standardError.write(Data("\(place): \(failure.text)\n".utf8))
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
    expectingWithin grace: Duration, reportLate: Bool = false, at location: CodeLocation,
    entry: crt_call
  ) {
    self.init(grace: grace, location: location, entry: entry, name: "expectDeallocated") {
      failure in
      SwiftTestingReporter.report(failure)
      XCTestReporter.repeatIssue(failure)
    }
    if reportLate { self.reportLate = SwiftTestingReporter.warn }
  }
}
