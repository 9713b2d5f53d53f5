import Testing

@testable import LeakDetection

/// A stored property that is read by its name.
@Suite struct StoredFlagTests {
  private class Case {
    let state = State()
  }

  private final class State {
    var isOver = true
    let number = 1
  }

  private final class OwnCase: Case {}

  private final class MirroredCase: Case, CustomReflectable {
    var customMirror: Mirror { fatalError("it was asked for") }
  }

  private static func values(
    _ value: (_ object: AnyObject, _ first: String, _ second: String) -> Bool?
  ) -> [Bool?] {
    let open = OwnCase()
    open.state.isOver = false
    return [
      value(OwnCase(), "state", "isOver"), value(open, "state", "isOver"),
      value(open, "state", "number"), value(open, "state", "none"),
      value(open, "none", "isOver"), value(MirroredCase(), "state", "isOver"),
    ]
  }

  @Test(.enabled(if: LeakDetector.obstacle == nil)) func isRead() {
    #expect(
      Self.values { StoredFlag.value(of: $0, at: $1, $2) } == [true, false, nil, nil, nil, true])
  }

  /// As with another allocator, whose objects nobody can tell from other memory.
  @Test func isMirroredWhereNothingIsRead() {
    #expect(
      Self.values { StoredFlag.mirrored(of: $0, at: [$1, $2]) } == [
        true, false, nil, nil, nil, nil,
      ]
    )
  }
}
