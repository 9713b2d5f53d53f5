// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The assertion is named as XCTest names its own.

import CLeakBase
import LeakDetection

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
///   - message: What a failure says below its headline.
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
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. What it returns is dropped. Its error is rethrown, after the check.
/// - Returns: What was found and is not known.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func XCTAssertNoLeaks<Result>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false, notingCaches: Bool = false, failingCaches: Bool = false,
  failingUncertain: Bool = false, failingUnattributed: Bool = false,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () throws -> Result
) rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  return try LeakFreeCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
      failingCaches: failingCaches, failingUncertain: failingUncertain,
      failingUnattributed: failingUnattributed, saying: message()), at: place,
    entry: crt_calling_function()
  ).run(body)
}

/// Asserts that everything `body` allocates is deinitialized once it has ended, without naming any of it.
///
/// Suspends while it waits, and only when something is not gone yet. Otherwise as the synchronous form.
///
/// - Parameters:
///   - message: What a failure says below its headline.
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
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. What it returns is dropped. Its error is rethrown, after the check.
/// - Returns: What was found and is not known.
@inline(never)
@discardableResult
public func XCTAssertNoLeaks<Result>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false, notingCaches: Bool = false, failingCaches: Bool = false,
  failingUncertain: Bool = false, failingUnattributed: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () async throws -> Result
) async rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  return try await LeakFreeCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
      failingCaches: failingCaches, failingUncertain: failingUncertain,
      failingUnattributed: failingUnattributed, saying: message()), at: place,
    entry: crt_calling_async_function()
  ).run(body)
}

extension LeakFreeCheck {
  /// The check behind `XCTAssertNoLeaks`.
  init(
    asserting options: CheckOptions, at place: XCTestPlace, entry: crt_call
  ) {
    self.init(
      options: options, claimsUnattributed: XCTestReporter.runsAlone, location: place.location,
      entry: entry, label: "\(place.fileID):\(place.line)", name: "XCTAssertNoLeaks"
    ) {
      XCTestReporter.report($0)
    }
  }
}
