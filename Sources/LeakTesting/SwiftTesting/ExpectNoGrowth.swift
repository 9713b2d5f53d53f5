import CLeakBase
import LeakDetection
import Testing

/// Expects that the number of live instances of no type climbs while `body` is run again and again.
///
/// ```swift
/// expectNoGrowth { app.present(); app.dismiss() }
/// ```
///
/// A type grows when its live instances climb over all counted iterations and never come back to their number after
/// the warm-up: one more in every second iteration is enough. A cache that fills up and then stays does not grow; one
/// that never stops does. A failure draws the staircase, and says what keeps one of the instances alive.
///
/// - Parameters:
///   - comment: What a failure says below its headline.
///   - iterations: How often `body` is run and the instances are counted, at least 4.
///   - warmUp: How often `body` is run before, so that what is made once is there.
///   - grace: How long objects may take to go after the last iteration.
///   - ignored: What is not reported.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. Its error is rethrown, and nothing is checked then.
/// - Returns: What was found and is not known.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func expectNoGrowth<Result>(
  _ comment: Comment? = nil, iterations: Int = 7, warmUp: Int = 2,
  within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () throws -> Result
) rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try GrowthCheck(
    expecting: CheckOptions(within: grace, ignoring: ignored, saying: comment?.rawValue),
    iterations: iterations, warmUp: warmUp, at: location, entry: crt_calling_function()
  ).run(body)
}

/// Expects that the number of live instances of no type climbs while `body` is run again and again.
///
/// ```swift
/// await expectNoGrowth(iterations: 20) { await app.presentAndDismiss() }
/// ```
///
/// Suspends while it waits. Otherwise as the synchronous form.
///
/// - Parameters:
///   - comment: What a failure says below its headline.
///   - iterations: How often `body` is run and the instances are counted, at least 4.
///   - warmUp: How often `body` is run before, so that what is made once is there.
///   - grace: How long objects may take to go after the last iteration.
///   - ignored: What is not reported.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. Its error is rethrown, and nothing is checked then.
/// - Returns: What was found and is not known.
@inline(never)
@discardableResult
public func expectNoGrowth<Result>(
  _ comment: Comment? = nil, iterations: Int = 7, warmUp: Int = 2,
  within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () async throws -> Result
) async rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await GrowthCheck(
    expecting: CheckOptions(within: grace, ignoring: ignored, saying: comment?.rawValue),
    iterations: iterations, warmUp: warmUp, at: location, entry: crt_calling_async_function()
  ).run(body)
}

extension GrowthCheck {
  /// The check behind `expectNoGrowth`.
  init(
    expecting options: CheckOptions, iterations: Int, warmUp: Int, at location: CodeLocation,
    entry: crt_call
  ) {
    self.init(
      options: options, iterations: iterations, warmUp: warmUp, location: location, entry: entry,
      name: "expectNoGrowth"
    ) {
      SwiftTestingReporter.report($0)
      XCTestReporter.repeatIssue($0)
    }
  }
}
