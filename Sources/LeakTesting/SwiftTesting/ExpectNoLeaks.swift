import CLeakBase
import LeakDetection
import Testing

/// Expects that all objects that `body` allocates are deinitialized once it has ended, without naming them.
///
/// ```swift
/// expectNoLeaks { Player().play() }
/// ```
///
/// Instances of all classes count except those of the toolchain and of this package. An object that a global, a static or
/// a lazily created cache keeps is not a leak. An object that a Dispatch queue, a thread or a detached task allocates
/// counts if an object of the body reaches it.
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
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
///     Inside `.leakFree`, the outermost trait reports them, and its option counts.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. Its result is dropped. If it throws, the error is rethrown after the check.
/// - Returns: A report of what the check found, without the known leaks.
@available(*, noasync)
@_disfavoredOverload
@inline(never)
@discardableResult
public func expectNoLeaks<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false, notingCaches: Bool = false, failingCaches: Bool = false,
  failingUncertain: Bool = false, failingUnattributed: Bool = false,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () throws -> Result
) rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try LeakFreeCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
      failingCaches: failingCaches, failingUncertain: failingUncertain,
      failingUnattributed: failingUnattributed, saying: comment?.rawValue), at: location,
    entry: crt_calling_function()
  ).run(body)
}

/// Expects that all objects that `body` allocates are deinitialized once it has ended, without naming them.
///
/// ```swift
/// await expectNoLeaks { await Player().stream() }
/// ```
///
/// Suspends while it waits, and only if an object is still alive. Otherwise it behaves like the synchronous form.
///
/// - Parameters:
///   - comment: Text that a failure shows below its headline.
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
///     Inside `.leakFree`, the outermost trait reports them, and its option counts.
///   - isolation: The caller's actor, on which `body` runs.
///   - fileID: The file of the check, as `#fileID` gives it.
///   - filePath: The path of that file.
///   - line: The line of the check.
///   - column: The column of the check.
///   - body: Runs the code under test. Its result is dropped. If it throws, the error is rethrown after the check.
/// - Returns: A report of what the check found, without the known leaks.
@inline(never)
@discardableResult
public func expectNoLeaks<Result>(
  _ comment: Comment? = nil, within grace: Duration = .milliseconds(500),
  ignoring ignored: [IgnoredLeak] = [],
  reportLate: Bool = false, notingCaches: Bool = false, failingCaches: Bool = false,
  failingUncertain: Bool = false, failingUnattributed: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ body: () async throws -> Result
) async rethrows -> LeakReport {
  let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await LeakFreeCheck(
    expecting: CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
      failingCaches: failingCaches, failingUncertain: failingUncertain,
      failingUnattributed: failingUnattributed, saying: comment?.rawValue), at: location,
    entry: crt_calling_async_function()
  ).run(body)
}

extension LeakFreeCheck {
  /// The check behind `expectNoLeaks`.
  init(
    expecting options: CheckOptions, at location: CodeLocation, entry: crt_call
  ) {
    let request = CheckRequest.expecting("expectNoLeaks", options, at: location, entry: entry)
    self.init(request: request)
  }
}
