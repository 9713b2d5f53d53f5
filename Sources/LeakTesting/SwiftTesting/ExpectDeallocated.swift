import CLeakBase
import LeakDetection
import Testing

/// Expects that what `body` returns, or tracks with `trackForLeaks(_:)`, is deinitialized once it is dropped.
///
/// ```swift
/// expectDeallocated { Player() }
/// ```
///
/// Nothing is waited for when it is gone already. Each object that stays is recorded as an issue, whose text
/// names the references that keep it alive.
///
/// - Parameters:
///   - comment: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects and uses them. Its error is rethrown, after the check of what was tracked.
/// - Returns: What was found and is not known.
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
/// Suspends while it waits, and only when something is not gone yet. Each object that stays is recorded as an
/// issue, whose text names the references that keep it alive.
///
/// - Parameters:
///   - comment: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects and uses them. Its error is rethrown, after the check of what was tracked.
/// - Returns: What was found and is not known.
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

/// Expects that what `body` returns is deinitialized after `use` did something to it.
///
/// ```swift
/// expectDeallocated { Player() } after: { player in player.onFinish?() }
/// ```
///
/// - Parameters:
///   - comment: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
///   - use: What is done to them before they are dropped.
/// - Returns: What was found and is not known.
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

/// Expects that what `body` returns is deinitialized after `use` did something to it.
///
/// ```swift
/// await expectDeallocated { Player() } after: { player in await player.play() }
/// ```
///
/// - Parameters:
///   - comment: What a failure says below its headline.
///   - grace: How long an object may take to go.
///   - ignored: What is not reported.
///   - reportLate: Whether to warn of objects that go only after waiting, with how long it took and what held them
///     until then. It fails no test.
///   - isolation: The caller's actor, on which `body` and `use` run.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Makes the objects.
///   - use: What is done to them before they are dropped.
/// - Returns: What was found and is not known.
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
