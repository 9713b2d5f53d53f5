import CLeakBase
import LeakDetection
import Testing

/// Expects that no type has a growing number of live instances while `body` is run repeatedly.
///
/// ```swift
/// expectNoGrowth { app.present(); app.dismiss() }
/// ```
///
/// A type grows when its number of live instances is higher at the end of each third of the counted iterations (of each half,
/// if there are fewer than six) than before, and does not return in the second half to the number after the warm-up: one more
/// in every second iteration is enough. A cache that fills up and then keeps its size does not grow; one that never stops
/// growing does. A failure draws the staircase, and names what keeps one of the instances alive.
///
/// Instances count that `body` and its tasks allocate. What Dispatch queues, threads and detached tasks allocate does not count: it may
/// be another test's that runs at the same time. In XCTest, where tests run one by one, `XCTAssertNoGrowth` counts it.
///
/// What `body` allocates is not checked by a `.leakFree` around: an object that leaks once, and not each time, is only found if it is
/// passed to `trackForLeaks(_:)`.
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - iterations: The number of times that `body` is run and the instances are counted, at least 4.
///   - warmUp: The number of uncounted runs of `body` before that, which create the objects that are created only once.
///   - grace: How long objects may take to be deinitialized after the last iteration.
///   - ignored: The leaks that are not reported.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. If it throws, the error is rethrown, and only what it has passed to `trackForLeaks(_:)` is checked.
/// - Returns: A report of what the check found, without the known leaks.
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

/// Expects that no type has a growing number of live instances while `body` is run repeatedly.
///
/// ```swift
/// await expectNoGrowth(iterations: 20) { await app.presentAndDismiss() }
/// ```
///
/// Suspends while it waits. Otherwise it behaves like the synchronous form.
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
///   - iterations: The number of times that `body` is run and the instances are counted, at least 4.
///   - warmUp: The number of uncounted runs of `body` before that, which create the objects that are created only once.
///   - grace: How long objects may take to be deinitialized after the last iteration.
///   - ignored: The leaks that are not reported.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. If it throws, the error is rethrown, and only what it has passed to `trackForLeaks(_:)` is checked.
/// - Returns: A report of what the check found, without the known leaks.
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
      request: .expecting("expectNoGrowth", options, at: location, entry: entry),
      iterations: iterations, warmUp: warmUp)
  }
}
