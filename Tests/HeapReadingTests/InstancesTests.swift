import Foundation
import TestOrder
import Testing

@testable import LeakHeapReading

/// The instances that a value is made of.
struct InstancesTests {
  /// How many instances the reader finds, each checked to be one of `among`.
  private func found<Value>(in value: Value, among items: [AnyObject]) -> [Int] {
    HeapReader.shared.instances(in: value).map { pointer in
      items.firstIndex { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) == pointer }
        ?? -1
    }.sorted()
  }

  @Test func instancesInsideValues() {
    let (first, second, third) = (Item(), Item(), Item())
    let items = [first, second, third]
    #expect(found(in: first, among: items) == [0])
    #expect(found(in: Optional(first), among: items) == [0])
    #expect(found(in: Item?.none, among: items) == [])
    #expect(found(in: (first, second), among: items) == [0, 1])
    #expect(found(in: (first, (second, 1, third)), among: items) == [0, 1, 2])
    #expect(found(in: [first, third], among: items) == [0, 2])
    #expect(found(in: [[first], [], [second]], among: items) == [0, 1])
    #expect(found(in: ["a": second, "b": third], among: items) == [1, 2])
    #expect(found(in: Set([first, third]), among: items) == [0, 2])
    #expect(found(in: ItemPair(first: first, second: nil), among: items) == [0])
    #expect(found(in: ItemState.loaded(second, at: 3), among: items) == [1])
    #expect(found(in: ItemState.idle, among: items) == [])
    #expect(found(in: ItemState.nested(.loaded(third, at: 1)), among: items) == [2])
    #expect(found(in: first as Any, among: items) == [0])
    #expect(found(in: (first, first), among: items) == [0])
    #expect(found(in: items, among: items) == [0, 1, 2])
  }

  @Test func valuesWithoutInstances() {
    let item = Item()
    #expect(found(in: 7, among: []) == [])
    #expect(found(in: String(repeating: "long ", count: 20), among: []) == [])
    #expect(found(in: (), among: []) == [])
    #expect(found(in: { _ = item }, among: [item]) == [])
    #expect(found(in: Date(), among: []) == [])
    withExtendedLifetime(item) {}
  }

  @Test func systemObjects() {
    let timer = Timer(timeInterval: 100, repeats: false) { _ in }
    #expect(found(in: timer, among: [timer]) == [0])
    timer.invalidate()
  }

  /// A reader looks at the process's memory anew when what it meets was not there when it looked last, or is of a
  /// type that it has not met.
  @Test func whatHasComeSinceTheLastLookIsFound() {
    let reader = HeapReader()
    let first = Item()
    #expect(reader.instances(in: first).count == 1)
    #expect(reader.instances(in: first).count == 1)
    let many = (0..<100_000).map { _ in first }
    #expect(reader.instances(in: many + [Item()]).count == 2)
    #expect(reader.instances(in: (many, Set([first]))).count == 1)
    #expect(reader.instances(in: ItemPair(first: first, second: Item())).count == 2)
    #expect(reader.instances(in: first as Any).count == 1)
    #expect(reader.instances(in: ItemBox(content: first)).count == 1)
    #expect(reader.instances(in: [ItemBox(content: 7)]).count == 1)
  }

  /// A deep type takes more of the stack than a small one has: it is read elsewhere then, the first time and later.
  @Test(.aheadOfOthers) func aDeepTypeIsReadFromASmallStack() async {
    await #expect(processExitsWith: .success) {
      let tower = Tower()
      let isOver = DispatchSemaphore(value: 0)
      let thread = Thread {
        for _ in 0..<2 {
          precondition(HeapReader.shared.instances(in: tower.value).count == 2)
        }
        isOver.signal()
      }
      thread.stackSize = 64 << 10
      thread.start()
      isOver.wait()
    }
  }

  @Test func whatInstancesReferToIsLeftOut() {
    let (parent, child) = (Item(), Item())
    parent.child = child
    #expect(found(in: parent, among: [parent, child]) == [0])
    #expect(found(in: [parent], among: [parent, child]) == [0])
  }
}

// MARK: - Fixtures

final class Item: Hashable {
  var child: Item?
  static func == (left: Item, right: Item) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class ItemBox<Content> {
  let content: Content
  init(content: Content) { self.content = content }
}

private struct Layer<Content> {
  var content: Content?
  var number = 0
}

/// A value whose type has 24 generic types one in the other.
private final class Tower: @unchecked Sendable {
  typealias Three<Content> = Layer<Layer<Layer<Content>>>
  typealias Twelve<Content> = Three<Three<Three<Three<Content>>>>

  let value: (Twelve<Twelve<Item>>, Item)

  init() {
    func three<Content>(_ content: Content) -> Three<Content> {
      Layer(content: Layer(content: Layer(content: content)))
    }
    func twelve<Content>(_ content: Content) -> Twelve<Content> {
      three(three(three(three(content))))
    }
    value = (twelve(twelve(Item())), Item())
  }
}

struct ItemPair {
  var first: Item
  var second: Item?
}

indirect enum ItemState {
  case idle
  case loaded(Item, at: Int)
  case nested(ItemState)
}
