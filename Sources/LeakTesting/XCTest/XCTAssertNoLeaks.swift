// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The assertion is named as XCTest names its own.

import CLeakBase
import LeakDetection

/// Asserts that all objects that `body` allocates are deinitialized once it has ended, without naming them.
///
/// ```swift
/// XCTAssertNoLeaks { Player().play() }
/// ```
///
/// Instances of all classes count except those of the toolchain and of this package, including those that Dispatch queues and
/// threads allocate meanwhile. An object that a global, a static or a lazily created cache keeps is not a leak. On the main
/// thread, the check runs the main run loop while it waits.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long the objects may take to be deinitialized. The check does not wait once they are gone.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether objects that are deinitialized late are reported as a warning, with the delay and what held them
///     meanwhile. This costs a search of the process as soon as an object has stayed alive for a moment.
///   - notingCaches: Whether objects that globals, statics and caches keep are reported as a warning.
///   - failingCaches: Whether those objects fail the test.
///   - failingUncertain: Whether objects that a library or untyped data possibly keeps for good fail the test,
///     instead of being reported as a warning.
///   - failingUnattributed: Whether retain cycles fail the test if Dispatch queues, threads or detached tasks create them meanwhile
///     and no object of the body reaches them. If other tests run at the same time, the cycles may belong to one of those.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. Its result is dropped. If it throws, the error is rethrown after the check.
/// - Returns: A report of what the check found, without the known leaks.
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
  let entry = crt_calling_function()
  return try LateMessage.with(message) { message in
    try LeakFreeCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
        failingCaches: failingCaches, failingUncertain: failingUncertain,
        failingUnattributed: failingUnattributed, saying: message), at: place,
      entry: entry
    ).run(body)
  }
}

/// Asserts that all objects that `body` allocates are deinitialized once it has ended, without naming them.
///
/// Suspends while it waits, and only if an object is still alive. Otherwise it behaves like the synchronous form.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long the objects may take to be deinitialized. The check does not wait once they are gone.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether objects that are deinitialized late are reported as a warning, with the delay and what held them
///     meanwhile. This costs a search of the process as soon as an object has stayed alive for a moment.
///   - notingCaches: Whether objects that globals, statics and caches keep are reported as a warning.
///   - failingCaches: Whether those objects fail the test.
///   - failingUncertain: Whether objects that a library or untyped data possibly keeps for good fail the test,
///     instead of being reported as a warning.
///   - failingUnattributed: Whether retain cycles fail the test if Dispatch queues, threads or detached tasks create them meanwhile
///     and no object of the body reaches them. If other tests run at the same time, the cycles may belong to one of those.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. Its result is dropped. If it throws, the error is rethrown after the check.
/// - Returns: A report of what the check found, without the known leaks.
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
  let entry = crt_calling_async_function()
  return try await LateMessage.with(message) { message in
    _ = isolation
    return try await LeakFreeCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
        failingCaches: failingCaches, failingUncertain: failingUncertain,
        failingUnattributed: failingUnattributed, saying: message), at: place,
      entry: entry
    ).run(body)
  }
}

extension LeakFreeCheck {
  /// The check behind `XCTAssertNoLeaks`.
  init(
    asserting options: CheckOptions, at place: XCTestPlace, entry: crt_call
  ) {
    let request = CheckRequest.asserting("XCTAssertNoLeaks", options, at: place, entry: entry)
    self.init(
      request: request, claimsUnattributed: XCTestReporter.runsAlone)
  }
}
