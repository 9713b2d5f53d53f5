import Jukebox
import StageTesting
import XCTest

/// The base class takes a failure after the test for a mistake, and traps.
final class SpecTests: Spec {
  func testFixed() {
    Karaoke(isFixed: true).sing("Summertime")
  }

  func testLeaking() {
    Karaoke(isFixed: false).sing("Summertime")
  }

  func testFailing() {
    Karaoke(isFixed: false).sing("Summertime")
    XCTFail("out of tune")
  }

  func testTracked() {
    trackForLeaks(Player.leaking())
  }
}

/// Nothing is to go on after a failure: on Linux that ends the process.
final class LastTests: StageTestCase {
  override var continueAfterFailure: Bool {
    get { false }
    set {}
  }

  func testLeaking() {
    Karaoke(isFixed: false).sing("Summertime")
  }

  func testLeakingAgain() {
    Karaoke(isFixed: false).sing("Summertime")
  }
}
