import Jukebox
import LeakTesting
import XCTest

extension XCTestCase {
  func checkForMemoryLeaks(
    _ object: AnyObject, file: StaticString = #filePath, line: UInt = #line
  ) {
    trackForLeaks(object, file: file, line: line)
  }
}

final class ForwardingTests: XCTestCase {
  func testLeaks() {
    let sut = Player.leaking()
    checkForMemoryLeaks(sut)
    sut.play()
  }
}
