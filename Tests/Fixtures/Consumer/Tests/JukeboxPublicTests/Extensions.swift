import Foundation
import Jukebox
import LeakTesting
import XCTest

// The target had these before it was leak-checked.

extension XCTestCase {
  /// A helper of the target's own.
  func singTwice(isFixed: Bool) {
    for _ in 1...2 { Karaoke(isFixed: isFixed).sing("Summertime") }
  }

  /// A helper with the name of the kit's.
  func trackForLeaks(
    _ object: AnyObject, file: StaticString = #filePath, line: UInt = #line
  ) {
    addTeardownBlock { [weak object] in
      XCTAssertNil(object, "the target's own helper", file: file, line: line)
    }
  }
}

// In place of XCTest's own methods, which a subclass must not override: the extension is of XCTest's class.
extension LeakUncheckedTestCase {
  func fulfillment(
    of expectations: [XCTestExpectation], timeout: TimeInterval = 60, enforceOrder: Bool = false,
    file: StaticString = #file, line: Int = #line
  ) async {
    print("the target waits in a way of its own")
    for expectation in expectations { expectation.fulfill() }
  }
}
