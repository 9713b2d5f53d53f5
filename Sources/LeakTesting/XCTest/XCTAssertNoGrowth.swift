// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The assertion is named as XCTest names its own.

import CLeakBase
import LeakDetection

/// Asserts that the number of live instances of no type climbs while `body` is run again and again.
///
/// ```swift
/// XCTAssertNoGrowth { app.present(); app.dismiss() }
/// ```
///
/// What counts as growth is told at `expectNoGrowth(iterations:warmUp:within:)`.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - iterations: How often `body` is run and the instances are counted, at least 4.
///   - warmUp: How often `body` is run before, so that what is made once is there.
///   - grace: How long objects may take to go after the last iteration.
///   - ignored: What is not reported.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. Its error is rethrown, and nothing is checked then.
/// - Returns: What was found and is not known.
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
  return try GrowthCheck(
    asserting: CheckOptions(within: grace, ignoring: ignored, saying: message()),
    iterations: iterations, warmUp: warmUp, at: place, entry: crt_calling_function()
  ).run(body)
}

/// Asserts that the number of live instances of no type climbs while `body` is run again and again.
///
/// Suspends while it waits. Otherwise as the synchronous form.
///
/// - Parameters:
///   - message: What a failure says below its headline.
///   - iterations: How often `body` is run and the instances are counted, at least 4.
///   - warmUp: How often `body` is run before, so that what is made once is there.
///   - grace: How long objects may take to go after the last iteration.
///   - ignored: What is not reported.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - file: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. Its error is rethrown, and nothing is checked then.
/// - Returns: What was found and is not known.
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
  return try await GrowthCheck(
    asserting: CheckOptions(within: grace, ignoring: ignored, saying: message()),
    iterations: iterations, warmUp: warmUp, at: place, entry: crt_calling_async_function()
  ).run(body)
}

extension GrowthCheck {
  /// The check behind `XCTAssertNoGrowth`.
  init(
    asserting options: CheckOptions, iterations: Int, warmUp: Int, at place: XCTestPlace,
    entry: crt_call
  ) {
    self.init(
      options: options, iterations: iterations, warmUp: warmUp,
      claimsUnattributed: XCTestReporter.runsAlone, location: place.location, entry: entry,
      name: "XCTAssertNoGrowth"
    ) {
      XCTestReporter.report($0)
    }
  }
}
