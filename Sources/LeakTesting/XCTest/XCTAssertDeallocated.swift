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
/// Nothing is waited for when it is gone already. On the main thread the main run loop runs meanwhile. Inside
/// a test of Swift Testing a failure is recorded as an issue.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects and uses them. Its error is rethrown, after the check of what was tracked.
/// - Returns: What was found and is not known.
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
  return try DeallocationCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: message()), at: place,
    entry: crt_calling_function()
  ).run(body)
}

/// Asserts that what `body` returns, or tracks with `trackForLeaks(_:)`, is deinitialized once it is dropped.
///
/// Suspends while it waits, and only when something is not gone yet. Inside a test of Swift Testing a failure
/// is recorded as an issue.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects and uses them. Its error is rethrown, after the check of what was tracked.
/// - Returns: What was found and is not known.
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
  return try await DeallocationCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: message()), at: place,
    entry: crt_calling_async_function()
  ).run(body, after: { _ in })
}

/// Asserts that what `body` returns is deinitialized after `use` did something to it.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
///   - use: What is done to them before they are dropped.
/// - Returns: What was found and is not known.
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
  return try DeallocationCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: message()), at: place,
    entry: crt_calling_function()
  ).run(body, after: use)
}

/// Asserts that what `body` returns is deinitialized after `use` did something to it.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - isolation: The caller's actor, on which `body` and `use` run.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
///   - use: What is done to them before they are dropped.
/// - Returns: What was found and is not known.
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
  return try await DeallocationCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: message()), at: place,
    entry: crt_calling_async_function()
  ).run(body, after: use)
}

/// Asserts that what `body` returns is deinitialized after `scenario` was played on it.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - scenario: What happens to the result before it is dropped.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
/// - Returns: What was found and is not known.
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
  return try DeallocationCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: message()), at: place,
    entry: crt_calling_function()
  ).run(body, after: scenario)
}

/// Asserts that what `body` returns is deinitialized after `scenario` was played on it.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - scenario: What happens to the result before it is dropped.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
/// - Returns: What was found and is not known.
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
  return try await DeallocationCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: message()), at: place,
    entry: crt_calling_async_function()
  ).run(body, after: scenario)
}

/// Asserts that what `body` returns is deinitialized after the run loop of its thread ran for a while.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - scenario: How long the run loop runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects, on a thread with a run loop of its own.
/// - Returns: What was found and is not known.
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
  return try DeallocationCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: message()), at: place,
    entry: crt_calling_function()
  ).run(body, after: scenario)
}

/// Asserts that what `body` returns is deinitialized after the run loop of its thread ran for a while.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - scenario: How long the run loop runs.
///   - isolation: The caller's actor, which waits.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects, on a thread with a run loop of its own.
/// - Returns: What was found and is not known.
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
  return try await DeallocationCheck(
    asserting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: message()), at: place,
    entry: crt_calling_async_function()
  ).run(body, after: scenario)
}
