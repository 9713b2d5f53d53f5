import CLeakBase
import LeakDetection

/// A check as a test asks for it, whatever it checks and whichever framework runs the test: what opens it, and where its failures go.
struct CheckRequest: Sendable {
  /// What is asked for.
  var options: CheckOptions
  /// The line that the check stands in.
  var location: CodeLocation
  /// The function that the program has called.
  var entry: crt_call
  /// The check's own name.
  var name: String
  /// Where failures go.
  var report: @Sendable (CheckFailure) -> Void
}

extension CheckRequest {
  /// One that Swift Testing's tests make.
  static func expecting(
    _ name: String, _ options: CheckOptions, at location: CodeLocation, entry: crt_call
  ) -> CheckRequest {
    CheckRequest(options: options, location: location, entry: entry, name: name) {
      if $0.isWarning, XCTestReporter.runsTest { return XCTestReporter.report($0) }
      SwiftTestingReporter.report($0)
      XCTestReporter.repeatIssue($0)
    }
  }

  /// One that XCTest's tests make.
  static func asserting(
    _ name: String, _ options: CheckOptions, at place: XCTestPlace, entry: crt_call
  ) -> CheckRequest {
    CheckRequest(
      options: options, location: place.location, entry: entry, name: name,
      report: XCTestReporter.report)
  }

  /// This, and what was asked inside the check with `scope`.
  func extended(by scope: LeakScope) -> CheckRequest {
    var request = self
    request.options = options.extended(by: scope)
    return request
  }

  /// Its line, as a report calls what has no name of its own.
  var place: String { location.place }

  /// Reports what is not known of `failures`, and what has to be said of the check itself.
  ///
  /// - Returns: those of `leaks` that are not known.
  @discardableResult
  func conclude(_ failures: [CheckFailure], on leaks: [Leak] = []) -> [Leak] {
    let admitted = failures.admitted(by: options, at: location)
    if admitted.isEmpty { return [] }
    admitted.send(to: report)
    return admitted.leaks(among: leaks)
  }
}

extension ScopeFindings {
  /// What is to be reported. What went late within the grace is well, and told where that was asked for.
  func failures(by options: CheckOptions) -> [CheckFailure] {
    var failures = leaks.map { CheckFailure($0) }
    failures += uncertain.map { CheckFailure($0, isWarning: !options.failsUncertain) }
    failures += ofLibraries.map { CheckFailure(ofLibrary: $0) }
    if options.notesLate { failures += late.map { CheckFailure($0, isWarning: true) } }
    if options.notesCaches || options.failsCaches {
      failures += kept.map {
        CheckFailure(
          text: options.failsCaches ? $0.report : $0.cacheNote, location: $0.location,
          isWarning: !options.failsCaches, leak: $0)
      }
    }
    return failures
  }
}
