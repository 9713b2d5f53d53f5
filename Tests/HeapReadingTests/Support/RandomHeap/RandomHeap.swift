import SeededRandom

/// A graph of objects of many kinds, the same for the same seed.
///
/// Some parts have a value of a type that is drawn at run time, nested to a drawn depth, in which the parts
/// of the heap are drawn as leaves. Others have stored properties and closures of fixed types, which the
/// compiler lays out.
struct RandomHeap {
  var generator: SplitMix64
  let census: Census
  let owner = Owner()

  init(seed: UInt64, census: Census) {
    generator = SplitMix64(seed: seed)
    self.census = census
  }

  /// The owner of the heap of `seed`.
  @inline(never)
  static func owner(seed: UInt64, census: Census) -> Owner {
    var heap = RandomHeap(seed: seed, census: census)
    heap.build()
    return heap.owner
  }

  private mutating func build() {
    for number in 0..<draw(1...8) {
      owner.parts.append(
        chance(of: 2)
          ? Gadget(number: number, census: census) : Part(number: number, census: census))
    }
    for part in owner.parts {
      for _ in 0..<draw(0...2) { part.cells.append(cell()) }
      if let gadget = part as? Gadget { equip(gadget) }
    }
  }

  /// A cell of a value whose type is drawn.
  private mutating func cell() -> Part {
    let depth = draw(0...4)
    switch draw(0...5) {
    case 0: return cell(of: part(), depth: depth)
    case 1: return cell(of: part() as AnyObject, depth: depth)
    case 2: return cell(of: part() as any Attached, depth: depth)
    case 3: return cell(of: part() as any Named, depth: depth)
    case 4: return cell(of: part() as Part?, depth: depth)
    default: return cell(of: part() as Any, depth: depth)
    }
  }

  // MARK: - Drawing

  mutating func draw(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

  /// Whether one of `count` equal chances happened.
  mutating func chance(of count: Int) -> Bool { draw(1...count) == 1 }

  /// One of the heap's parts.
  mutating func part() -> Part { owner.parts[draw(0...owner.parts.count - 1)] }

  /// One of the heap's parts, or none.
  mutating func partOrNone() -> Part? { chance(of: 4) ? nil : part() }
}
