import LeakHeapModel
import LeakHeapReading
import Testing

@Suite struct SizeTests {
  /// A class with a field of each width, and collections.
  final class Shelf {
    var number = 1
    var isFull = false
    var items: [Item] = [Item(), Item()]
    var byName: [Int: Item] = [1: Item()]
    var prices: ContiguousArray<UInt16> = [1, 2, 3]
    var names: Set<Int16> = [5]
    var label: [String: Int] = ["a": 1]

    init() {
      items.reserveCapacity(20)
    }
  }

  /// A class without fields of its own.
  class Thing {}

  final class Item: Thing {
    var weight = 1.0
  }

  @Test func objectsHaveTheirSize() throws {
    let shelf = Shelf()
    let snapshot = try withExtendedLifetime(shelf) {
      try HeapReader.shared.snapshot(from: Unmanaged.passUnretained(shelf).toOpaque())
    }
    let graph = snapshot.graph
    func sizes(_ property: String) -> [Int] {
      graph.references(from: 0).filter { graph.label(of: $0).path.hasPrefix(property + ".") }
        .map { Int(graph.objects[graph.target(of: $0)].size) }
    }
    // Header, number, isFull and its padding, five references.
    #expect(graph.objects[0].size == 16 + 8 + 8 + 5 * 8)
    // Header, count, capacity, elements.
    #expect(sizes("items") == [32 + shelf.items.capacity * 8])
    #expect(sizes("prices") == [32 + shelf.prices.capacity * 2])
    // Header, seven words, one word of bitmap, keys, values.
    #expect(sizes("byName") == [64 + 8 + 2 * (8 + 8)])
    #expect(sizes("label") == [64 + 8 + 2 * (16 + 8)])
    #expect(sizes("names") == [56 + 8 + 2 * 2])
    let items = graph.objects.indices.filter {
      graph.type(of: $0).name == "HeapReadingTests.SizeTests.Item"
    }
    #expect(items.map { graph.objects[$0].size } == [24, 24, 24])
  }
}
