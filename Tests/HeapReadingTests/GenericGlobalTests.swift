import LeakHeapReading
import Synchronization
import Testing

/// What variables keep by noncopyable values whose types are made of generic parameters, and by existentials with constraints.
@Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
struct GenericGlobalTests {
  final class Item: Sendable {}

  final class Cache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    struct State {
      var recent: [Value] = []
    }

    let values = Mutex<[Key: Value]>([:])
    let state = Mutex(State())
    let last = Mutex<Value?>(nil)
  }

  struct Locked<Content>: ~Copyable {
    let content: Mutex<Content>
    init(_ content: sending Content) { self.content = Mutex(content) }
  }

  final class Bounded<Element: AnyObject & Sendable, Others: Sequence & Sendable>: Sendable
  where Others.Element: Hashable {
    let last = Mutex<(Element?, Others?)>((nil, nil))
  }

  protocol Repository<Element>: AnyObject, Sendable {
    associatedtype Element
    func add(_ element: Element)
  }

  final class MemoryRepository: Repository {
    private let items = Mutex<[Item]>([])
    func add(_ element: Item) { items.withLock { $0.append(element) } }
  }

  enum Places {
    static let cache = Cache<String, Item>()
    static let locked = Locked<[Item]>([])
    static let bounded = Bounded<Item, [Int]>()
    nonisolated(unsafe) static var repository: any Repository<Item> = MemoryRepository()
    nonisolated(unsafe) static var sequence: (any Sequence<Item>)?
    static let repositories = Mutex<[any Repository<Item>]>([])
  }

  @Test func `What a static reaches is kept`() {
    let items = (0..<7).map { _ in Item() }
    let other = MemoryRepository()
    Places.cache.values.withLock { $0["0"] = items[0] }
    Places.cache.state.withLock { $0.recent = [items[1]] }
    Places.cache.last.withLock { $0 = items[2] }
    Places.locked.content.withLock { $0 = [items[3]] }
    Places.bounded.last.withLock { $0 = (items[4], [1]) }
    Places.repository.add(items[5])
    Places.sequence = [items[6]]
    Places.repositories.withLock { $0 = [other] }
    defer {
      Places.cache.values.withLock { $0 = [:] }
      Places.cache.state.withLock { $0.recent = [] }
      Places.cache.last.withLock { $0 = nil }
      Places.locked.content.withLock { $0 = [] }
      Places.bounded.last.withLock { $0 = (nil, nil) }
      Places.repository = MemoryRepository()
      Places.sequence = nil
      Places.repositories.withLock { $0 = [] }
    }
    let free = Item()
    let witnesses = (items + [other, free] as [AnyObject]).map { ObjectWitness($0) }
    let kept = HeapReader.shared.kept(among: witnesses.map(\.maskedAddress))
    #expect(kept == [1, 1, 1, 1, 1, 1, 1, 1, 0])
    withExtendedLifetime((items, other, free)) {}
  }
}
