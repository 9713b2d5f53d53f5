import LeakHeapReading
import Synchronization
import Testing

/// What variables keep alive that outlive a test, in contrast to everything else.
struct GlobalTests {
  final class Item: Sendable {}

  final class Shelf: Sendable {
    static let shared = Shelf()
    private let items = Mutex<[Item]>([])

    func put(_ item: Item) { items.withLock { $0.append(item) } }

    func take(_ item: Item) { items.withLock { $0.removeAll { $0 === item } } }
  }

  @Test(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  func `What a static reaches is kept`() {
    let (kept, free) = (Item(), Item())
    Shelf.shared.put(kept)
    defer { Shelf.shared.take(kept) }
    let witnesses = [kept, free, kept].map { ObjectWitness($0) }
    #expect(HeapReader.shared.kept(among: witnesses.map(\.maskedAddress)) == [1, 0, 1])
    withExtendedLifetime(free) {}
  }

  /// Which of `objects` variables keep.
  private static func kept(among objects: [AnyObject]) -> [UInt8]? {
    let witnesses = objects.map { ObjectWitness($0) }
    return withExtendedLifetime((objects, witnesses)) {
      HeapReader.shared.kept(among: witnesses.map(\.maskedAddress))
    }
  }

  /// In an optimised build only the variables' symbols tell their types, and not whether they own.
  enum Places {
    nonisolated(unsafe) static var owning: Item?
    nonisolated(unsafe) static unowned var visiting: Item?
    nonisolated(unsafe) static weak var watching: Item?
  }

  @Test(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  func `What a static refers to without owning it is not kept`() {
    let items = [Item(), Item(), Item()]
    Places.owning = items[0]
    Places.visiting = items[1]
    Places.watching = items[2]
    defer {
      Places.owning = nil
      Places.visiting = nil
    }
    #expect(Self.kept(among: items) == [1, 0, 0])
  }

  final class Crate<Content>: Sendable {}

  typealias Label = String

  /// Debug information has the types as they are written, and an alias is none that the runtime knows.
  enum Aliased {
    nonisolated(unsafe) static var owning: Crate<Void>?
    nonisolated(unsafe) static unowned var visiting: Crate<Void>?
    nonisolated(unsafe) static weak var watching: Crate<Void>?
    nonisolated(unsafe) static var owningLabeled: Crate<Label>?
    nonisolated(unsafe) static unowned var visitingLabeled: Crate<Label>?
    nonisolated(unsafe) static weak var watchingLabeled: Crate<Label>?
  }

  @Test(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  func `What a static of a generic type refers to whose argument is an alias`() {
    let empty = [Crate<Void>(), Crate<Void>(), Crate<Void>()]
    let labeled = [Crate<Label>(), Crate<Label>(), Crate<Label>()]
    Aliased.owning = empty[0]
    Aliased.visiting = empty[1]
    Aliased.watching = empty[2]
    Aliased.owningLabeled = labeled[0]
    Aliased.visitingLabeled = labeled[1]
    Aliased.watchingLabeled = labeled[2]
    defer {
      Aliased.owning = nil
      Aliased.visiting = nil
      Aliased.owningLabeled = nil
      Aliased.visitingLabeled = nil
    }
    #expect(Self.kept(among: empty + labeled as [AnyObject]) == [1, 0, 0, 1, 0, 0])
  }

  struct Visitor {
    weak var item: Item?
  }

  /// The number of elements is an argument of the type.
  enum Inline {
    nonisolated(unsafe) static var owning: InlineArray<2, Item?> = [nil, nil]
    nonisolated(unsafe) static var watching: InlineArray<2, Visitor> = [Visitor(), Visitor()]
    nonisolated(unsafe) static var pointing: [2 of Unmanaged<Item>?] = [nil, nil]
  }

  @Test(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  func `What an inline array of a static has is kept if it owns it`() {
    let items = [Item(), Item(), Item()]
    Inline.owning[1] = items[0]
    Inline.watching[1].item = items[1]
    Inline.pointing[1] = Unmanaged.passUnretained(items[2])
    defer {
      Inline.owning[1] = nil
      Inline.watching[1].item = nil
      Inline.pointing[1] = nil
    }
    #expect(Self.kept(among: items) == [1, 0, 0])
  }

  @Test func `Of nothing nothing is kept`() {
    #expect(HeapReader.shared.kept(among: []) == [])
  }

  @Test(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  func `What a static has let go of is kept no more`() {
    let item = Item()
    let witness = ObjectWitness(item)
    Shelf.shared.put(item)
    #expect(HeapReader.shared.kept(among: [witness.maskedAddress]) == [1])
    Shelf.shared.take(item)
    #expect(HeapReader.shared.kept(among: [witness.maskedAddress]) == [0])
    withExtendedLifetime(item) {}
  }

  @Test func `A snapshot of several objects begins with them`() throws {
    let items = [Item(), Item(), Item()]
    let pointers = items.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    let snapshot = try HeapReader.shared.snapshot(fromEach: pointers + [pointers[1]])
    #expect(snapshot.addresses == pointers.map { UInt(bitPattern: $0) })
  }
}
