/// Items with values, an array, a dictionary, and an optional reference: three heap objects each.
final class MixedFields: WalkedGraph {
  /// The limit knows this layout.
  final class Item {
    let name = "item"
    let weight = 1.5
    var parts: [Item] = []
    var byNumber: [Int: Item] = [:]
    var owner: Item?
  }

  private let items: [Item]

  init(objects count: Int) {
    let count = max(1, count / 3)
    items = (0..<count).map { _ in Item() }
    var scatter = Scatter()
    for position in items.indices {
      let item = items[position]
      item.parts = [items[(position + 1) % count]]
      for _ in 0..<3 { item.parts.append(items[scatter.next(below: count)]) }
      for number in 0..<3 { item.byNumber[number] = items[scatter.next(below: count)] }
      item.owner = items[scatter.next(below: count)]
    }
  }

  var root: AnyObject { items[0] }
}
