import HeapReading
import Synchronization
import Testing

/// What globals and statics keep alive, in contrast to everything else.
@Suite struct GlobalTests {
  final class Item: Sendable {}

  final class Shelf: Sendable {
    let items = Mutex<[Item]>([])
    static let shared = Shelf()
  }

  @Test func whatAStaticReachesIsKept() {
    let (kept, free) = (Item(), Item())
    Shelf.shared.items.withLock { $0.append(kept) }
    defer { Shelf.shared.items.withLock { $0 = [] } }
    let addresses = [kept, free].map { UInt(bitPattern: ObjectIdentifier($0)) }
    #expect(HeapReader.shared.keptByGlobals(among: Set(addresses)) == [addresses[0]])
    #expect(HeapReader.shared.keptByGlobals(among: []) == [])
    withExtendedLifetime(free) {}
  }

  @Test func aSnapshotOfSeveralObjectsBeginsWithThem() throws {
    let items = [Item(), Item(), Item()]
    let pointers = items.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    let snapshot = try HeapReader.shared.snapshot(fromEach: pointers + [pointers[1]])
    #expect(snapshot.addresses == pointers.map { UInt(bitPattern: $0) })
  }
}
