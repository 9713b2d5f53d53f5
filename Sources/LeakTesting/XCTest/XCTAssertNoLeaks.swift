// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The assertion is named as XCTest names its own.

import CLeakBase

/// Asserts that everything `body` allocates is deinitialized once it has ended, without naming any of it.
///
/// ```swift
/// XCTAssertNoLeaks { Player().play() }
/// ```
///
/// Instances of all classes count but those of the toolchain and of the kit, also those that Dispatch queues and
/// threads allocate meanwhile. What a global, a static or a lazily made cache keeps is no leak. On the main thread
/// the main run loop runs while there is something to wait for.
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
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. What it returns is dropped. Its error is rethrown, after the check.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
public func XCTAssertNoLeaks<Result>(
  within grace: Duration = .milliseconds(500), ignoring ignored: [IgnoredLeak] = [],
  notingCaches: Bool = false, notingLate: Bool = false, failingUncertain: Bool = false,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () throws -> Result
) rethrows {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  try LeakFreeCheck(
    assertingWithin: grace, ignoring: ignored, notingCaches: notingCaches, notingLate: notingLate,
    failingUncertain: failingUncertain, at: place,
    entry: crt_calling_function()
  ).run(body)
}

/// Asserts that everything `body` allocates is deinitialized once it has ended, without naming any of it.
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
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. What it returns is dropped. Its error is rethrown, after the check.
@inline(never)
public func XCTAssertNoLeaks<Result>(
  within grace: Duration = .milliseconds(500), ignoring ignored: [IgnoredLeak] = [],
  notingCaches: Bool = false, notingLate: Bool = false, failingUncertain: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () async throws -> Result
) async rethrows {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  try await LeakFreeCheck(
    assertingWithin: grace, ignoring: ignored, notingCaches: notingCaches, notingLate: notingLate,
    failingUncertain: failingUncertain, at: place,
    entry: crt_calling_async_function()
  ).run(body)
}

extension LeakFreeCheck {
  /// The check behind `XCTAssertNoLeaks`.
  init(
    assertingWithin grace: Duration, ignoring ignored: [IgnoredLeak], notingCaches: Bool,
    notingLate: Bool, failingUncertain: Bool,
    at place: XCTestPlace, entry: crt_call
  ) {
    self.init(
      grace: grace, ignored: ignored, notesCaches: notingCaches, notesLate: notingLate,
      failsUncertain: failingUncertain,
      claimsUnattributed: XCTestReporter.runsAlone,
      location: place.location, entry: entry,
      label: "\(place.fileID):\(place.line)"
    ) {
      XCTestReporter.report($0)
    }
  }
}
