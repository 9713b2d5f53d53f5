// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The assertion is named as XCTest names its own.

import CLeakBase
import LeakDetection

/// Asserts that what `body` returns, or tracks with `trackForLeaks(_:)`, is deinitialized once it is dropped.
///
/// ```swift
/// XCTAssertDeallocated { Player() }
/// ```
///
/// The check does not wait when all objects are already gone. On the main thread, it runs the main run loop while it waits.
/// Inside a Swift Testing test, a failure is recorded as an issue.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects and uses them. If it throws, the tracked objects are checked before the error is rethrown.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func XCTAssertDeallocated<Result>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () throws -> Result
) rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_function()
  return try LateMessage.with(message) { message in
    try DeallocationCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, saying: message), at: place,
      entry: entry
    ).run(body)
  }
}

/// Asserts that what `body` returns, or tracks with `trackForLeaks(_:)`, is deinitialized once it is dropped.
///
/// Suspends while it waits, and only if an object is still alive. Inside a Swift Testing test, a failure
/// is recorded as an issue.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects and uses them. If it throws, the tracked objects are checked before the error is rethrown.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func XCTAssertDeallocated<Result>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () async throws -> Result
) async rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_async_function()
  return try await LateMessage.with(message) { message in
    _ = isolation
    return try await DeallocationCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, saying: message), at: place,
      entry: entry
    ).run(body, after: { _ in })
  }
}

/// Asserts that what `body` returns is deinitialized after `use` has run on it.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
///   - use: Uses the objects before they are dropped.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func XCTAssertDeallocated<Result>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () throws -> Result, after use: (Result) throws -> Void
) rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_function()
  return try LateMessage.with(message) { message in
    try DeallocationCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, saying: message), at: place,
      entry: entry
    ).run(body, after: use)
  }
}

/// Asserts that what `body` returns is deinitialized after `use` has run on it.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - isolation: The caller's actor, on which `body` and `use` run.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
///   - use: Uses the objects before they are dropped.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func XCTAssertDeallocated<Result>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () async throws -> Result,
  after use: (Result) async throws -> Void
) async rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_async_function()
  return try await LateMessage.with(message) { message in
    _ = isolation
    return try await DeallocationCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, saying: message), at: place,
      entry: entry
    ).run(body, after: use)
  }
}

/// Asserts that what `body` returns is deinitialized after `scenario` has run on it.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - scenario: What happens to the result before it is dropped.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func XCTAssertDeallocated<Result>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  after scenario: LeakDetector.Scenario<Result>,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () throws -> Result
) rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_function()
  return try LateMessage.with(message) { message in
    try DeallocationCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, saying: message), at: place,
      entry: entry
    ).run(body, after: scenario)
  }
}

/// Asserts that what `body` returns is deinitialized after `scenario` has run on it.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - scenario: What happens to the result before it is dropped.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func XCTAssertDeallocated<Result>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  after scenario: LeakDetector.Scenario<Result>,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () async throws -> Result
) async rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_async_function()
  return try await LateMessage.with(message) { message in
    _ = isolation
    return try await DeallocationCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, saying: message), at: place,
      entry: entry
    ).run(body, after: scenario)
  }
}

/// Asserts that what `body` returns is deinitialized after the run loop of its thread has run for a while.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - scenario: How long the run loop runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects, on a thread with a run loop of its own.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func XCTAssertDeallocated<Result, Failure: Error>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  after scenario: LeakDetector.TimerScenario<Result>,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: @escaping @Sendable () throws(Failure) -> Result
) throws(Failure) -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_function()
  return try LateMessage.with(message) { message throws(Failure) in
    try DeallocationCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, saying: message), at: place,
      entry: entry
    ).run(body, after: scenario)
  }
}

/// Asserts that what `body` returns is deinitialized after the run loop of its thread has run for a while.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - scenario: How long the run loop runs.
///   - isolation: The caller's actor. It is suspended while the check waits.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects, on a thread with a run loop of its own.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func XCTAssertDeallocated<Result, Failure: Error>(
  _ message: @autoclosure () -> String = "", within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  after scenario: LeakDetector.TimerScenario<Result>,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_async_function()
  return try await LateMessage.with(message) { message async throws(Failure) in
    _ = isolation
    return try await DeallocationCheck(
      asserting: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, saying: message), at: place,
      entry: entry
    ).run(body, after: scenario)
  }
}
