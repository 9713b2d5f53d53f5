import CLeakBase
import LeakDetection
import Testing

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
///   - comment: What a failure says below its headline.
///   - grace: How long the objects may take to go. Nothing is waited for when they are gone.
///   - ignored: What is not reported.
///   - reportLate: Whether what goes only after waiting is reported, as a warning, with how long it took and what held it until
///     then. It costs a search of the process as soon as something has stayed for a moment.
///   - notingCaches: Whether what globals, statics and caches keep is reported, as a warning.
///   - failingCaches: Whether it fails the test.
///   - failingUncertain: Whether what is possibly kept for good fails the test, by a library or by data without a type,
///     instead of being reported as a warning.
///   - failingUnattributed: Whether cycles fail the test that Dispatch queues, threads and detached tasks make meanwhile, and that no
///     object of the body reaches. Beside other tests they may be those of another one.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. What it returns is dropped. Its error is rethrown, after the check.
/// - Returns: What was found and is not known.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func expectNoLeaks<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false, notingCaches: Bool = false, failingCaches: Bool = false,
  failingUncertain: Bool = false, failingUnattributed: Bool = false,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () throws -> Result
) rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try LeakFreeCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
      failingCaches: failingCaches, failingUncertain: failingUncertain,
      failingUnattributed: failingUnattributed, saying: comment?.rawValue), at: location,
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
///   - comment: What a failure says below its headline.
///   - grace: How long the objects may take to go. Nothing is waited for when they are gone.
///   - ignored: What is not reported.
///   - reportLate: Whether what goes only after waiting is reported, as a warning, with how long it took and what held it until
///     then. It costs a search of the process as soon as something has stayed for a moment.
///   - notingCaches: Whether what globals, statics and caches keep is reported, as a warning.
///   - failingCaches: Whether it fails the test.
///   - failingUncertain: Whether what is possibly kept for good fails the test, by a library or by data without a type,
///     instead of being reported as a warning.
///   - failingUnattributed: Whether cycles fail the test that Dispatch queues, threads and detached tasks make meanwhile, and that no
///     object of the body reaches. Beside other tests they may be those of another one.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. What it returns is dropped. Its error is rethrown, after the check.
/// - Returns: What was found and is not known.
@inline(never)
@discardableResult
public func expectNoLeaks<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false, notingCaches: Bool = false, failingCaches: Bool = false,
  failingUncertain: Bool = false, failingUnattributed: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () async throws -> Result
) async rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await LeakFreeCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
      failingCaches: failingCaches, failingUncertain: failingUncertain,
      failingUnattributed: failingUnattributed, saying: comment?.rawValue), at: location,
    entry: crt_calling_async_function()
  ).run(body)
}

extension LeakFreeCheck {
  /// The check behind `expectNoLeaks`.
  init(
    expecting options: CheckOptions, at location: CodeLocation, entry: crt_call
  ) {
    self.init(
      options: options, location: location, entry: entry,
      label: "\(location.fileID):\(location.line)", name: "expectNoLeaks"
    ) {
      SwiftTestingReporter.report($0)
      XCTestReporter.repeatIssue($0)
    }
  }
}
