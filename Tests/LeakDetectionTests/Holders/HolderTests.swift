import Dispatch
import Foundation
import LeakHeapReading
import LeakHeapRoots
import Synchronization
import TestOrder
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// What holds an object, for roots that no other test's work leads to.
@Suite(.afterOthers) struct HolderTests {
  /// The object that is held.
  final class Guest: Sendable {}

  /// The holder of `guest`, as the text of a report names it.
  private static func holder(of make: () -> Guest) -> String {
    let tracked = track(make)
    return HolderSearch.holders(of: [tracked])[0].map(\.text).joined()
  }

  /// Not inlined, so that the object is in no frame of the caller's.
  @inline(never)
  private static func track(_ make: () -> Guest) -> TrackedObject {
    TrackedObject(make(), location: CodeLocation())
  }

  static let shelf = Mutex<[Guest]>([])

  @Test func `A static variable, through a collection`() {
    let text = Self.holder {
      let guest = Guest()
      Self.shelf.withLock { $0.append(guest) }
      return guest
    }
    #expect(text == "static HolderTests.shelf")
  }

  @Test func `A global variable`() {
    let text = Self.holder {
      globalGuest.withLock { $0 = Guest() }
      return globalGuest.withLock { $0! }
    }
    #expect(text == "the variable globalGuest")
  }

  @Test func `A notification centre`() {
    let center = NotificationCenter.default
    nonisolated(unsafe) var token: (any NSObjectProtocol)?
    let text = Self.holder {
      let guest = Guest()
      token = center.addObserver(forName: .init("guest"), object: nil, queue: nil) { _ in
        withExtendedLifetime(guest) {}
      }
      return guest
    }
    if let token { center.removeObserver(token) }
    #expect(text.hasPrefix("an observer that NotificationCenter keeps"))
  }

  @Test func `A thread's own variable`() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    let text = Self.holder {
      let guest = Guest()
      pthread_setspecific(key, Unmanaged.passRetained(guest).toOpaque())
      return guest
    }
    if let value = pthread_getspecific(key) { Unmanaged<Guest>.fromOpaque(value).release() }
    pthread_key_delete(key)
    #expect(text.hasPrefix("a thread-local variable"))
  }

  /// However long it takes to look: what a report says does not depend on that.
  @Test func `How long a block waits is counted from when the check began`() throws {
    let queue = DispatchQueue(label: "HolderTests")
    let tracked = Self.track {
      let guest = Guest()
      Self.delay(guest, on: queue)
      return guest
    }
    let texts = try [0, 95].map { seconds in
      var search = RootSearch()
      search.beginnings = [.now - .seconds(seconds)]
      let answer = HeapReader.shared.holders(of: [tracked.witness], search: search).answers[0]
      guard case .held(let path) = answer else { throw Unheld() }
      return Holder(path).text
    }
    #expect(
      texts
        == [3600, 3700].map {
          "a block that asyncAfter is to run within \($0) s (closure #1 in HolderTests.delay(_:on:))"
        })
  }

  private static func delay(_ guest: Guest, on queue: DispatchQueue) {
    queue.asyncAfter(deadline: .now() + 3600) { withExtendedLifetime(guest) {} }
  }

  private struct Unheld: Error {}

  @Test func `Nothing of the kit's holds an object`() async {
    let tracked = (0..<100).map { _ in Self.track { Guest.lost() } }
    let kit = ["LeakHeapModel.", "LeakHeapReading.", "LeakDetection."]
    for holders in HolderSearch.holders(of: tracked) {
      for path in holders.compactMap(\.path) {
        let source = path.references.last?.source ?? ""
        #expect(!kit.contains { source.hasPrefix($0) })
      }
    }
    for object in tracked {
      guard let guest = object.retained(as: Guest.self) else { continue }
      Unmanaged.passUnretained(guest).release()
    }
  }
}

extension HolderTests.Guest {
  /// One with a retain that no reference explains.
  @inline(never)
  static func lost() -> HolderTests.Guest {
    let guest = HolderTests.Guest()
    _ = Unmanaged.passRetained(guest)
    return guest
  }
}

private let globalGuest = Mutex<HolderTests.Guest?>(nil)
