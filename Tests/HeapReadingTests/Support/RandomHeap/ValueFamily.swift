/// Ways to make a value of a new type around a value of any type.
///
/// The families call one another as existentials only. So the optimiser cannot see which types come of it,
/// and does not make a specialised copy for each of the many.
protocol ValueFamily: Sendable {
  /// A cell of a value that has `value` in it, `depth` levels down.
  func cell<Value>(of value: Value, depth: Int, in heap: inout RandomHeap) -> RandomHeap.Part
}

extension RandomHeap {
  private static let families: [any ValueFamily] = [
    Aggregates(), Collections(), Enumerations(), Existentials(), Functions(),
  ]

  /// A cell of a value that has `value` in it, `depth` levels down.
  mutating func cell<Value>(of value: Value, depth: Int) -> Part {
    if depth == 0 { return Cell(value, number: draw(0...999), census: census) }
    let family = Self.families[draw(0...Self.families.count - 1)]
    return family.cell(of: value, depth: depth - 1, in: &self)
  }
}

private typealias Part = RandomHeap.Part
private typealias Cell = RandomHeap.Cell

private struct Aggregates: ValueFamily {
  func cell<Value>(of value: Value, depth: Int, in heap: inout RandomHeap) -> Part {
    switch heap.draw(0...4) {
    case 0: return heap.cell(of: (value, Int8(1)), depth: depth)
    case 1: return heap.cell(of: (first: true, second: value, third: value), depth: depth)
    case 2: return heap.cell(of: RandomHeap.Keyed(number: 1, value: value), depth: depth)
    case 3: return heap.cell(of: Cell(value, number: 0, census: heap.census), depth: depth)
    default:
      let frame = RandomHeap.Frame(
        isFirst: true, value: value, observer: heap.partOrNone(), maker: heap.part(),
        helper: heap.part(), other: heap.chance(of: 2) ? value : nil)
      return heap.cell(of: frame, depth: depth)
    }
  }
}

private struct Collections: ValueFamily {
  func cell<Value>(of value: Value, depth: Int, in heap: inout RandomHeap) -> Part {
    let count = heap.draw(0...3)
    switch heap.draw(0...6) {
    case 0: return heap.cell(of: Array(repeating: value, count: count), depth: depth)
    case 1: return heap.cell(of: ContiguousArray(repeating: value, count: count), depth: depth)
    case 2: return heap.cell(of: Array(repeating: value, count: count + 2)[1...], depth: depth)
    case 3:
      let pairs = (0..<count).map { ($0, value) }
      return heap.cell(of: Dictionary(uniqueKeysWithValues: pairs), depth: depth)
    case 4:
      let part = heap.part()
      let pairs = (0..<count).map { (RandomHeap.Keyed(number: $0, value: value), part) }
      return heap.cell(of: Dictionary(uniqueKeysWithValues: pairs), depth: depth)
    case 5:
      let pairs = (0..<count * 9).map { ("key \($0)", value) }
      return heap.cell(of: Dictionary(uniqueKeysWithValues: pairs), depth: depth)
    default:
      let members = (0..<count).map { RandomHeap.Keyed(number: $0, value: value) }
      return heap.cell(of: Set(members), depth: depth)
    }
  }
}

private struct Enumerations: ValueFamily {
  private typealias Choice = RandomHeap.Choice
  private typealias Chain = RandomHeap.Chain

  func cell<Value>(of value: Value, depth: Int, in heap: inout RandomHeap) -> Part {
    switch heap.draw(0...10) {
    case 0: return heap.cell(of: Optional(value), depth: depth)
    case 1: return heap.cell(of: Value?.none, depth: depth)
    case 2: return heap.cell(of: Choice.one(value), depth: depth)
    case 3: return heap.cell(of: Choice.pair(3, value), depth: depth)
    case 4: return heap.cell(of: Choice<Value>.part(heap.part()), depth: depth)
    case 5:
      let part = heap.part()
      return heap.cell(of: Choice.functions({ value }, { part.touch() }), depth: depth)
    case 6: return heap.cell(of: Choice<Value>.nothing, depth: depth)
    case 7: return heap.cell(of: Choice<Value>.text("a text of some length"), depth: depth)
    case 8: return heap.cell(of: Chain.link(value, .link(value, .end)), depth: depth)
    case 9: return heap.cell(of: Result<Value, any Error>.success(value), depth: depth)
    default:
      let failure = RandomHeap.Label(number: 1, value: heap.part())
      return heap.cell(of: Result<Value, any Error>.failure(failure), depth: depth)
    }
  }
}

private struct Existentials: ValueFamily {
  private typealias Label = RandomHeap.Label

  func cell<Value>(of value: Value, depth: Int, in heap: inout RandomHeap) -> Part {
    switch heap.draw(0...4) {
    case 0: return heap.cell(of: value as Any, depth: depth)
    case 1:
      return heap.cell(
        of: Label(number: 1, value: value) as any RandomHeap.Named, depth: depth)
    case 2: return heap.cell(of: Label(number: 1, value: value) as any Error, depth: depth)
    case 3:
      let key = RandomHeap.Keyed(number: 1, value: value)
      return heap.cell(of: AnyHashable(key), depth: depth)
    default:
      let cell = Cell(value, number: 0, census: heap.census)
      return heap.cell(of: cell as any RandomHeap.Attached, depth: depth)
    }
  }
}

private struct Functions: ValueFamily {
  func cell<Value>(of value: Value, depth: Int, in heap: inout RandomHeap) -> Part {
    let number = heap.draw(0...9)
    let part = heap.part()
    switch heap.draw(0...7) {
    case 0: return heap.cell(of: { value }, depth: depth)
    case 1: return heap.cell(of: { (number, part, value) }, depth: depth)
    case 2: return heap.cell(of: { [weak part] in (part, value) }, depth: depth)
    case 3: return heap.cell(of: { [unowned part] in (part, value) }, depth: depth)
    case 4:
      var variable = value
      var functions: [(Value) -> Void] = [{ variable = $0 }]
      if heap.chance(of: 2) { functions.append { _ in variable = value } }
      return heap.cell(of: (functions, { variable }), depth: depth)
    case 5:
      return heap.cell(of: Cell(value, number: 0, census: heap.census).read, depth: depth)
    case 6:
      let function = { () async throws -> Value in
        part.touch()
        return value
      }
      return heap.cell(of: function, depth: depth)
    default:
      let inner = { (part, value) }
      return heap.cell(of: { inner().1 }, depth: depth)
    }
  }
}
