import CLeakBase

/// Expects that everything `body` allocates is deinitialized once it has ended, without naming any of it.
///
/// ```swift
/// expectNoLeaks { Player().play() }
/// ```
///
/// Instances of all classes count but those of the toolchain and of the kit. What a global, a static or a lazily
/// made cache keeps is no leak. What a Dispatch queue, a thread or a detached task allocates counts when an object
/// of the body reaches it.
///
/// - Parameters:
///   - grace: How long the objects may take to go. Nothing is waited for when they are gone.
///   - ignored: What is not reported.
///   - notingCaches: Whether what globals, statics and caches keep is told, as a warning.
///   - notingLate: Whether what goes only after waiting is told, as a warning, with how long it took and what held it until then.
///     It costs a search of the process as soon as something has stayed for a moment.
///   - failingUncertain: Whether what is possibly kept for good fails the test, by a library or by data without a type,
///     instead of being recorded as a warning.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. What it returns is dropped. Its error is rethrown, after the check.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
public func expectNoLeaks<Result>(
  within grace: Duration = .milliseconds(500), ignoring ignored: [IgnoredLeak] = [],
  notingCaches: Bool = false, notingLate: Bool = false, failingUncertain: Bool = false,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () throws -> Result
) rethrows {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  try LeakFreeCheck(
    expectingWithin: grace, ignoring: ignored, notingCaches: notingCaches, notingLate: notingLate,
    failingUncertain: failingUncertain, at: location,
    entry: crt_calling_function()
  ).run(body)
}

/// Expects that everything `body` allocates is deinitialized once it has ended, without naming any of it.
///
/// ```swift
/// await expectNoLeaks { await Player().stream() }
/// ```
///
/// Suspends while it waits, and only when something is not gone yet. Otherwise as the synchronous form.
///
/// - Parameters:
///   - grace: How long the objects may take to go. Nothing is waited for when they are gone.
///   - ignored: What is not reported.
///   - notingCaches: Whether what globals, statics and caches keep is told, as a warning.
///   - notingLate: Whether what goes only after waiting is told, as a warning, with how long it took and what held it until then.
///     It costs a search of the process as soon as something has stayed for a moment.
///   - failingUncertain: Whether what is possibly kept for good fails the test, by a library or by data without a type,
///     instead of being recorded as a warning.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. What it returns is dropped. Its error is rethrown, after the check.
@inline(never)
public func expectNoLeaks<Result>(
  within grace: Duration = .milliseconds(500), ignoring ignored: [IgnoredLeak] = [],
  notingCaches: Bool = false, notingLate: Bool = false, failingUncertain: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () async throws -> Result
) async rethrows {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  try await LeakFreeCheck(
    expectingWithin: grace, ignoring: ignored, notingCaches: notingCaches, notingLate: notingLate,
    failingUncertain: failingUncertain, at: location,
    entry: crt_calling_async_function()
  ).run(body)
}

extension LeakFreeCheck {
  /// The check behind `expectNoLeaks`.
  init(
    expectingWithin grace: Duration, ignoring ignored: [IgnoredLeak], notingCaches: Bool,
    notingLate: Bool, failingUncertain: Bool,
    at location: CodeLocation, entry: crt_call
  ) {
    self.init(
      grace: grace, ignored: ignored, notesCaches: notingCaches, notesLate: notingLate,
      failsUncertain: failingUncertain, location: location,
      entry: entry,
      label: "\(location.fileID):\(location.line)"
    ) { failure in
      SwiftTestingReporter.report(failure)
      XCTestReporter.repeatIssue(failure)
    }
  }
}
