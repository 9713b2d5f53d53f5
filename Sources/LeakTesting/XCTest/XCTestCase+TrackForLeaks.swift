import LeakDetection
import XCTest

extension XCTestCase {
  /// Checks, when the test method has returned, that `object` is deinitialized, and returns it.
  ///
  /// ```swift
  /// let player = trackForLeaks(Player())
  /// ```
  ///
  /// The check runs in a teardown block that the first call of a test adds, before `tearDown()` and after the blocks that are added
  /// later. It checks all objects together: of what one keeps alive, and of an object that is tracked again, nothing is told twice,
  /// where the calls ask for the same. A property of the test case that holds the object
  /// must release it by then. A failure is reported at the line of this call. Inside the body of a check,
  /// that check tracks the object instead, and in a ``LeakFreeTestCase`` the check of the test does: its objects get the
  /// longer grace of the two, `ignored` and `reportLate` apply to all of them, and `message` is not shown.
  ///
  /// - Parameters:
  ///   - object: The object that must be deinitialized.
  ///   - label: A name for the object in the failure.
  ///   - grace: How long the object may take to be deinitialized.
  ///   - ignored: The leaks that are not reported.
  ///   - reportLate: Whether to warn if the object is deinitialized late, with the delay and what held it meanwhile.
  ///   - message: Text that a failure shows below its headline.
  ///   - fileID: The file of the call, as `#fileID` gives it.
  ///   - file: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: `object`.
  @discardableResult
  public func trackForLeaks<Object: AnyObject>(
    _ object: Object, label: String? = nil, within grace: Duration = .milliseconds(500),
    ignoring ignored: [IgnoredLeak] = [], reportLate: Bool = false,
    message: @autoclosure () -> String = "",
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: Int = #column
  ) -> Object {
    let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
    var options = CheckOptions(
      within: grace, ignoring: ignored, reportLate: reportLate, saying: message())
    if !LeakDetector.isEnabled { return object }
    if let scope = LeakScope.trackInCurrent(object, label: label, location: place.location) {
      // What is wrong with what a line asks of a check that was there before.
      options.takeMistakes(at: place.location).forEach(XCTestReporter.report)
      options.ask(scope)
      return object
    }
    guard acceptsTeardownBlocks else {
      if LeakScope.current != nil {
        LeakScope.warnOfUntracked(at: place.location)
        return object
      }
      if hasEnded {
        // Another test may run by now.
        LeakScope.warnOfUntracked(at: place.location, afterEndOf: "test")
        return object
      }
      XCTestReporter.report(
        CheckFailure(
          text:
            "trackForLeaks(_:) was called in tearDown() or in a teardown block, too late for a teardown block of its "
            + "own: nothing is checked. Call it in the test, or in setUp().",
          location: place.location))
      return object
    }
    let tracked = TrackedObject(object, label: label, location: place.location)
    options.wishes.ignored = options.allIgnored
    TeardownCheck.add(tracked, of: self, options, at: place)
    return object
  }
}

extension XCTestCase {
  /// Whether XCTest has ended the run of the test.
  private var hasEnded: Bool { testRun?.stopDate != nil }

  /// Whether a teardown block would still be run: XCTest on Linux traps on one that comes later.
  ///
  /// Source: swift-corelibs-xctest, `Sources/XCTest/Private/XCTestCase.TearDownBlocksState.swift`: the test case keeps
  /// in `teardownBlocksState` whether its blocks were dequeued, in `wasFinalized`, and tells nobody else.
  private var acceptsTeardownBlocks: Bool {
    #if canImport(ObjectiveC)
      return true
    #else
      // A mirror would be the test case's own where it has one.
      return StoredFlag.value(of: self, at: "teardownBlocksState", "wasFinalized") != true
    #endif
  }
}
