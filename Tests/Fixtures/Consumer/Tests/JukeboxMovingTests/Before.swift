import Jukebox
import XCTest

extension XCTestCase {
  func trackForMemoryLeaks(
    _ object: AnyObject, file: StaticString = #filePath, line: UInt = #line
  ) {
    addTeardownBlock { [weak object] in
      XCTAssertNil(object, "Potential memory leak", file: file, line: line)
    }
  }
}

final class HelperBeforeTests: XCTestCase {
  func testLeaks() {
    let sut = Player.leaking()
    trackForMemoryLeaks(sut)
    sut.play()
  }

  func testGoes() {
    let sut = Player.fixed()
    trackForMemoryLeaks(sut)
    sut.play()
  }
}

final class BlockBeforeTests: XCTestCase {
  func testLeaks() {
    let sut = Player.leaking()
    addTeardownBlock { [weak sut] in XCTAssertNil(sut) }
    sut.play()
  }
}

final class PropertyBeforeTests: XCTestCase {
  private var sut: Player!

  override func setUp() {
    sut = Player.leaking()
  }

  override func tearDown() {
    weak var gone: Player?
    gone = sut
    sut = nil
    XCTAssertNil(gone)
  }

  func testLeaks() {
    sut.play()
  }
}

final class OrderBeforeTests: XCTestCase {
  private var sut: Player!

  override func setUp() {
    sut = Player.fixed()
    addTeardownBlock { [weak sut] in XCTAssertNil(sut) }
  }

  override func tearDown() {
    sut = nil
  }

  func testGoes() {
    sut.play()
  }
}

final class AssertionBeforeTests: XCTestCase {
  func testLeaks() {
    assertDeallocated { Player.leaking() }
  }
}

final class MatcherBeforeTests: XCTestCase {
  func testLeaks() {
    let player = LeakTest { Player.leaking() }
    expect(player).toNot(leak())
    expect(player).toNot(leakWhen { player in player.play() })
  }
}

final class ResourcesBeforeTests: XCTestCase {
  private var before = 0

  override func setUp() {
    before = Resources.total
  }

  override func tearDown() {
    XCTAssertEqual(Resources.total, before)
  }

  func testLeaks() {
    Screen().show()
  }
}
