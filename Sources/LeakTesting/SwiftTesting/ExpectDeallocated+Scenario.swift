import CLeakBase
import LeakDetection
import Testing

/// Expects that what `body` returns is deinitialized after `scenario` has run on it.
///
/// ```swift
/// expectDeallocated(after: .closure(\.onFinish)) { Player() }
/// ```
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - scenario: What happens to the result before it is dropped.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func expectDeallocated<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  after scenario: LeakDetector.Scenario<Result>,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () throws -> Result
) rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try DeallocationCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: comment?.rawValue),
    at: location, entry: crt_calling_function()
  ).run(body, after: scenario)
}

/// Expects that what `body` returns is deinitialized after `scenario` has run on it.
///
/// ```swift
/// await expectDeallocated(after: .workItem(on: queue)) { Player(queue) }
/// ```
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - scenario: What happens to the result before it is dropped.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func expectDeallocated<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  after scenario: LeakDetector.Scenario<Result>,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () async throws -> Result
) async rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await DeallocationCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: comment?.rawValue),
    at: location, entry: crt_calling_async_function()
  ).run(body, after: scenario)
}

/// Expects that what `body` returns is deinitialized after the run loop of its thread has run for a while.
///
/// ```swift
/// expectDeallocated(after: .timer(for: .milliseconds(50))) { Metronome() }
/// ```
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - scenario: How long the run loop runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects, on a thread with a run loop of its own.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func expectDeallocated<Result, Failure: Error>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  after scenario: LeakDetector.TimerScenario<Result>,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable () throws(Failure) -> Result
) throws(Failure) -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try DeallocationCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: comment?.rawValue),
    at: location, entry: crt_calling_function()
  ).run(body, after: scenario)
}

/// Expects that what `body` returns is deinitialized after the run loop of its thread has run for a while.
///
/// ```swift
/// await expectDeallocated(after: .timer(until: \.ticks, countsTo: 3)) { Metronome() }
/// ```
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - scenario: How long the run loop runs.
///   - isolation: The caller's actor. It is suspended while the check waits.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects, on a thread with a run loop of its own.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func expectDeallocated<Result, Failure: Error>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  after scenario: LeakDetector.TimerScenario<Result>,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await DeallocationCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: comment?.rawValue),
    at: location, entry: crt_calling_async_function()
  ).run(body, after: scenario)
}
