// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The assertion is named as XCTest names its own.

import CLeakBase
import LeakDetection

/// Asserts that no type has a growing number of live instances while `body` is run repeatedly.
///
/// ```swift
/// XCTAssertNoGrowth { app.present(); app.dismiss() }
/// ```
///
/// See ``expectNoGrowth(_:iterations:warmUp:within:ignoring:fileID:filePath:line:column:_:)`` for what counts as growth.
/// In a test of XCTest, what Dispatch queues, threads and detached tasks allocate meanwhile counts as well.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - iterations: The number of times that `body` is run and the instances are counted, at least 4.
///   - warmUp: The number of uncounted runs of `body` before that, which create the objects that are created only once.
///   - grace: How long objects may take to be deinitialized after the last iteration.
///   - ignored: The leaks that are not reported.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. If it throws, the error is rethrown, and only what it has passed to `trackForLeaks(_:)` is checked.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func XCTAssertNoGrowth<Result>(
  _ message: @autoclosure () -> String = "", iterations: Int = 7, warmUp: Int = 2,
  within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () throws -> Result
) rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_function()
  return try LateMessage.with(message) { message in
    try GrowthCheck(
      asserting: CheckOptions(within: grace, ignoring: ignored, saying: message),
      iterations: iterations, warmUp: warmUp, at: place, entry: entry
    ).run(body)
  }
}

/// Asserts that no type has a growing number of live instances while `body` is run repeatedly.
///
/// Suspends while it waits. Otherwise it behaves like the synchronous form.
///
/// - Parameters:
///   - message: Text that a failure shows below its headline.
///   - iterations: The number of times that `body` is run and the instances are counted, at least 4.
///   - warmUp: The number of uncounted runs of `body` before that, which create the objects that are created only once.
///   - grace: How long objects may take to be deinitialized after the last iteration.
///   - ignored: The leaks that are not reported.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. If it throws, the error is rethrown, and only what it has passed to `trackForLeaks(_:)` is checked.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func XCTAssertNoGrowth<Result>(
  _ message: @autoclosure () -> String = "", iterations: Int = 7, warmUp: Int = 2,
  within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: Int = #column, _ body: () async throws -> Result
) async rethrows -> LeakReport {
  let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
  let entry = crt_calling_async_function()
  return try await LateMessage.with(message) { message in
    _ = isolation
    return try await GrowthCheck(
      asserting: CheckOptions(within: grace, ignoring: ignored, saying: message),
      iterations: iterations, warmUp: warmUp, at: place, entry: entry
    ).run(body)
  }
}

extension GrowthCheck {
  /// The check behind `XCTAssertNoGrowth`.
  init(
    asserting options: CheckOptions, iterations: Int, warmUp: Int, at place: XCTestPlace,
    entry: crt_call
  ) {
    self.init(
      request: .asserting("XCTAssertNoGrowth", options, at: place, entry: entry),
      iterations: iterations, warmUp: warmUp, claimsUnattributed: XCTestReporter.runsAlone)
  }
}
