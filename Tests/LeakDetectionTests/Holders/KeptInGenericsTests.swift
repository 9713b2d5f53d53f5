import LeakTesting
import TestOrder
import Testing

/// What a static variable keeps in what was made for any type: closures, boxes of variables, and buffers.
@Suite(
  .slow, .leakFree, .serialized,
  .disabled(if: isOptimized, "optimised code does not keep what nobody reads"))
struct KeptInGenericsTests {
  private final class Record: Sendable {}

  private struct Shelf<Item> {
    var items: [Item]
  }

  private class AnyBox<Item> {
    var items: [Item] { [] }
  }

  private final class Box<Content: Sequence>: AnyBox<Content.Element> {
    private let content: Content
    init(_ content: Content) { self.content = content }
    override var items: [Content.Element] { Array(content) }
  }

  /// A store of any kind, by closures.
  private struct AnyStore<Item> {
    let all: () -> [Item]
    let box: AnyBox<Item>

    init(_ shelf: Shelf<Item>) {
      all = { shelf.items }
      box = Box(shelf.items)
    }

    init(methodOf store: some Store<Item>) {
      all = store.all
      box = AnyBox()
    }
  }

  private protocol Store<Item> {
    associatedtype Item
    func all() -> [Item]
  }

  private struct ArrayStore<Item>: Store {
    let items: [Item]
    func all() -> [Item] { items }
  }

  private static func memoize<Key: Hashable, Value>(
    _ function: @escaping (Key) -> Value
  ) -> (Key) -> Value {
    var known: [Key: Value] = [:]
    return { key in
      if let value = known[key] { return value }
      let value = function(key)
      known[key] = value
      return value
    }
  }

  private static func history<Value: Hashable>(of type: Value.Type) -> (Value) -> Int {
    var all: [Value] = []
    var distinct: Set<Value> = []
    return { value in
      all.append(value)
      distinct.insert(value)
      return all.count + distinct.count
    }
  }

  private enum Kept {
    nonisolated(unsafe) static var store: AnyStore<Record>?
    nonisolated(unsafe) static var load: ((Int) -> Record)?
    nonisolated(unsafe) static var count: ((ObjectIdentifierOf<Record>) -> Int)?
  }

  private struct ObjectIdentifierOf<Object: AnyObject>: Hashable {
    let object: Object
    static func == (left: Self, right: Self) -> Bool { left.object === right.object }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
  }

  /// What is told of objects that nobody named, while a static variable keeps them.
  private func told(_ keep: () -> Void) async -> [String] {
    await LeakDetector.detect(within: .milliseconds(50)) { keep() }.leaks.map(\.headline)
  }

  @Test func `A type eraser with a closure keeps what that captures`() async {
    #expect(await told { Kept.store = AnyStore(Shelf(items: [Record()])) } == [])
    Kept.store = nil
  }

  @Test func `A type eraser with a method keeps what that is of`() async {
    #expect(await told { Kept.store = AnyStore(methodOf: ArrayStore(items: [Record()])) } == [])
    Kept.store = nil
  }

  @Test func `A function that remembers keeps its dictionary`() async {
    #expect(
      await told {
        let load = Self.memoize { (_: Int) in Record() }
        _ = load(1)
        Kept.load = load
      } == [])
    Kept.load = nil
  }

  @Test func `A function that counts keeps its array and its set`() async {
    #expect(
      await told {
        let count = Self.history(of: ObjectIdentifierOf<Record>.self)
        _ = count(ObjectIdentifierOf(object: Record()))
        Kept.count = count
      } == [])
    Kept.count = nil
  }
}
