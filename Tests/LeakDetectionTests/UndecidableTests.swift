import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Ownership that nothing in memory tells: the retain count says that an owner is missing, so the object is held,
/// never taken for one that does not leak.
@Suite(.leakFree) struct UndecidableTests {
  private final class Hoarder {
    var pointer: UnsafeMutablePointer<Hoarder>?
    var retained: Unmanaged<Hoarder>?
    var strong: Hoarder?
  }

  /// What one look says of a hoarder that nothing but what `wire` stores keeps alive.
  private func look(_ wire: (Hoarder) -> Void, sever: (Hoarder) -> Void) throws -> Judgement {
    let tracked = track(wire)
    let judgement = try Judgement.look(at: tracked)
    sever(try #require(tracked.retained(as: Hoarder.self)))
    return judgement
  }

  // A function of its own, so that what it retains for a while is released when it returns.
  @inline(never)
  private func track(_ wire: (Hoarder) -> Void) -> TrackedObject {
    let hoarder = Hoarder()
    wire(hoarder)
    return TrackedObject(hoarder, location: CodeLocation())
  }

  @Test func `Memory behind a pointer is one owner unknown`() throws {
    let judgement = try look { hoarder in
      hoarder.pointer = .allocate(capacity: 1)
      hoarder.pointer?.initialize(to: hoarder)
    } sever: { hoarder in
      hoarder.pointer?.deinitialize(count: 1)
      hoarder.pointer?.deallocate()
    }
    #expect(judgement == .held(1, unread: []))
  }

  @Test func `A retain by hand is one owner unknown`() throws {
    let judgement = try look { hoarder in
      hoarder.retained = .passRetained(hoarder)
    } sever: { hoarder in
      hoarder.retained?.release()
    }
    #expect(judgement == .held(1, unread: []))
  }

  @Test func `The same by a strong reference is leaked`() throws {
    let judgement = try look {
      $0.strong = $0
    } sever: {
      $0.strong = nil
    }
    #expect(judgement == .leaked(grade: .typedReference, isFinal: true))
  }
}
