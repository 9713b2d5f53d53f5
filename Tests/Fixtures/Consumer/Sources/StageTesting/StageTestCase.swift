import Jukebox
import LeakTesting
import XCTest

/// What the test cases of an application have in common.
open class StageTestCase: LeakFreeTestCase {
  /// Made for each test, and never cleared.
  public private(set) var player: Player?

  override open func setUp() async throws {
    player = Player.fixed()
  }

  /// Whether the test at hand has this name.
  public final func isTest(_ test: String) -> Bool { name.hasSuffix(".\(test)") }
}
