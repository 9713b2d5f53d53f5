import Jukebox
import StageTesting
import XCTest

/// Every form of set-up and teardown: each leaks in the test that has its name.
final class FormsTests: StageTestCase {
  private var players: [Player] = []

  private func play(_ form: String) {
    if isTest("testLeakingIn\(form)") { Karaoke(isFixed: false).sing("Summertime") }
    guard isTest("testClearedInEveryForm") else { return }
    if form.contains("SetUp") {
      players.append(.leaking())
    } else {
      players.removeLast().onFinish = nil
    }
  }

  override func setUp() async throws {
    try await super.setUp()
    play("AsynchronousSetUp")
  }

  override func setUpWithError() throws {
    play("SetUpWithError")
  }

  override func setUp() {
    play("SetUp")
    addTeardownBlock { self.play("TeardownBlock") }
  }

  override func tearDown() {
    play("TearDown")
  }

  override func tearDownWithError() throws {
    play("TearDownWithError")
  }

  override func tearDown() async throws {
    await Task.yield()
    play("AsynchronousTearDown")
    if !players.isEmpty { XCTFail("\(players.count) players are left") }
  }

  func testClearedInEveryForm() {
    // There is one more teardown than there are set-ups.
    players.append(.leaking())
  }

  func testLeakingInAsynchronousSetUp() {}
  func testLeakingInSetUpWithError() {}
  func testLeakingInSetUp() {}
  func testLeakingInTeardownBlock() {}
  func testLeakingInTearDown() {}
  func testLeakingInTearDownWithError() {}
  func testLeakingInAsynchronousTearDown() {}
  func testNothingMade() {}
}

/// What a class makes for all its tests is none's.
final class ClassFixtureTests: StageTestCase {
  nonisolated(unsafe) private static var shared: Player?

  override class func setUp() {
    shared = Player.leaking()
    Karaoke(isFixed: false).sing("Summertime")
  }

  override class func tearDown() {
    shared = nil
  }

  func testFirst() {
    Self.shared?.play()
  }

  func testSecond() {
    Self.shared?.play()
  }
}

final class SkippedTests: StageTestCase {
  override func setUpWithError() throws {
    if isTest("testNotSetUp") || isTest("testLeakingNotSetUp") {
      if isTest("testLeakingNotSetUp") { Karaoke(isFixed: false).sing("Summertime") }
      throw XCTSkip("there is no stage")
    }
  }

  func testNotSetUp() {
    XCTFail("the test runs")
  }

  func testLeakingNotSetUp() {
    XCTFail("the test runs")
  }

  func testSkipped() throws {
    Karaoke(isFixed: true).sing("Summertime")
    throw XCTSkip("out of songs")
  }

  func testSkippedAsynchronously() async throws {
    Karaoke(isFixed: true).sing("Summertime")
    throw XCTSkip("out of songs")
  }

  func testLeakingSkipped() throws {
    Karaoke(isFixed: false).sing("Summertime")
    throw XCTSkip("out of songs")
  }
}

/// Its tests are run once for itself, and once for the class below.
class ChorusTests: StageTestCase {
  class var isFixed: Bool { true }

  func testSong() {
    Karaoke(isFixed: Self.isFixed).sing("Summertime")
  }

  override func setUp() {
    continueAfterFailure = false
  }
}

final class LeakingChorusTests: ChorusTests {
  override class var isFixed: Bool { false }

  func testSongOfItsOwn() {}
}
