import LeakDetection
import XCTest

extension XCTestCase {
  /// Checks, when the test method has returned, that `object` is deinitialized, and returns it.
  ///
  /// ```swift
  /// let player = trackForLeaks(Player())
  /// ```
  ///
  /// The check runs in a teardown block, which comes before `tearDown()`: an object that a property of the
  /// test case holds must be let go of by then. A failure stands at the line of this call. Inside the body
  /// of a check, that check tracks the object instead.
  ///
  /// - Parameters:
  ///   - object: The object that must go, within 500 milliseconds.
  ///   - label: A name for the object in the failure.
  ///   - fileID: The file of the check, as `#fileID` gives it.
  ///   - file: The path of that file.
  ///   - line: The line of the check.
  ///   - column: The column of the check.
  @discardableResult
  public func trackForLeaks<Object: AnyObject>(
    _ object: Object, label: String? = nil,
    fileID: String = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: Int = #column
  ) -> Object {
    let place = XCTestPlace(fileID: fileID, file: file, line: line, column: column)
    if LeakScope.trackInCurrent(object, label: label, location: place.location) { return object }
    let tracked = TrackedObject(object, label: label, location: place.location)
    addTeardownBlock {
      let scope = LeakScope()
      scope.track(tracked)
      DeallocationCheck(assertingWithin: .milliseconds(500), at: place).settle(scope, threw: false)
    }
    return object
  }
}
