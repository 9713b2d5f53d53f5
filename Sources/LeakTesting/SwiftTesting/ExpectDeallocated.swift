import CLeakBase
import LeakDetection
import Testing

/// Expects that what `body` returns, or tracks with `trackForLeaks(_:)`, is deinitialized once it is dropped.
///
/// ```swift
/// expectDeallocated { Player() }
/// ```
///
/// The check does not wait when all objects are already gone. Each object that stays alive is recorded as an
/// issue, whose text names the strong references that keep it alive.
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects and uses them. If it throws, the tracked objects are checked before the error is rethrown.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func expectDeallocated<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () throws -> Result
) rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try DeallocationCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: comment?.rawValue),
    at: location, entry: crt_calling_function()
  ).run(body)
}

/// Expects that what `body` returns, or tracks with `trackForLeaks(_:)`, is deinitialized once it is dropped.
///
/// ```swift
/// await expectDeallocated { await Player.streaming() }
/// ```
///
/// Suspends while it waits, and only if an object is still alive. Each object that stays alive is recorded as an
/// issue, whose text names the strong references that keep it alive.
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects and uses them. If it throws, the tracked objects are checked before the error is rethrown.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func expectDeallocated<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () async throws -> Result
) async rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await DeallocationCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: comment?.rawValue),
    at: location, entry: crt_calling_async_function()
  ).run(body, after: { _ in })
}

/// Expects that what `body` returns is deinitialized after `use` has run on it.
///
/// ```swift
/// expectDeallocated { Player() } after: { player in player.onFinish?() }
/// ```
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
///   - use: Uses the objects before they are dropped.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func expectDeallocated<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () throws -> Result, after use: (Result) throws -> Void
) rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try DeallocationCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: comment?.rawValue),
    at: location, entry: crt_calling_function()
  ).run(body, after: use)
}

/// Expects that what `body` returns is deinitialized after `use` has run on it.
///
/// ```swift
/// await expectDeallocated { Player() } after: { player in await player.play() }
/// ```
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - grace: How long an object may take to be deinitialized.
///   - ignored: The leaks that are not reported.
///   - reportLate: Whether to warn about objects that are deinitialized late, with the delay and what held them
///     meanwhile. The warning does not fail the test.
///   - isolation: The caller's actor, on which `body` and `use` run.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
///   - use: Uses the objects before they are dropped.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func expectDeallocated<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () async throws -> Result, after use: (Result) async throws -> Void
) async rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await DeallocationCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: comment?.rawValue),
    at: location, entry: crt_calling_async_function()
  ).run(body, after: use)
}
