import LeakHeapModel

extension PlaceWeb {
  /// The least number of places that cure `members`, of those that are `allowed`; `most` where it is no less than that.
  ///
  /// Without a cycle there is an order in which no reference leads back, so all orders are tried.
  func fewest(
    among members: [HeapGraph.ObjectID], upTo most: Int, _ isAllowed: (Place) -> Bool
  ) -> Int {
    let graph = sketch.graph
    let positions = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
    var numbers: [Place: Int] = [:]
    var uses: [Int] = []
    var orders = Orders(count: members.count, most: most)
    for member in members {
      for reference in graph.references(from: member) {
        guard let target = positions[graph.target(of: reference)] else { continue }
        let source = positions[member]!
        let place = place(of: reference)
        guard isAllowed(place) else {
          orders.fixed[source] |= 1 << target
          continue
        }
        let number = numbers[place] ?? uses.count
        if number == uses.count { uses.append(0) }
        numbers[place] = number
        uses[number] += 1
        orders.back[source][target].insert(number)
      }
    }
    return uses.allSatisfy { $0 == 1 } ? orders.fewestApart() : orders.fewest()
  }

  /// All orders of a few objects.
  private struct Orders {
    let most: Int
    /// The places of the references from each object to each other.
    var back: [[Places]]
    /// Where what stays leads to, from each object.
    var fixed: [Int]

    init(count: Int, most: Int) {
      self.most = most
      back = Array(repeating: Array(repeating: Places(), count: count), count: count)
      fixed = Array(repeating: 0, count: count)
    }

    private var count: Int { fixed.count }

    /// The least number of places that lead back in an order.
    func fewest() -> Int {
      var best = most
      func extend(_ first: Int, _ cut: Places) {
        if cut.count >= best { return }
        if first == 1 << count - 1 {
          best = cut.count
          return
        }
        for object in 0..<count where first & 1 << object == 0 {
          let objects = first | 1 << object
          if fixed[object] & objects != 0 { continue }
          var cut = cut
          for target in 0..<count where objects & 1 << target != 0 {
            cut.formUnion(back[object][target])
          }
          extend(objects, cut)
        }
      }
      extend(0, Places())
      return best
    }

    /// The same where each place has one reference: what comes later costs the same, in whichever order the first ones are.
    func fewestApart() -> Int {
      var costs = Array(repeating: most, count: 1 << count)
      costs[0] = 0
      for first in 0..<(1 << count) - 1 {
        for object in 0..<count where first & 1 << object == 0 {
          let objects = first | 1 << object
          if fixed[object] & objects != 0 { continue }
          let cost = (0..<count).reduce(costs[first]) {
            objects & 1 << $1 == 0 ? $0 : $0 + back[object][$1].count
          }
          costs[objects] = min(costs[objects], cost)
        }
      }
      return costs[costs.count - 1]
    }
  }

  /// Places by their numbers, of which there are no more than 128.
  private struct Places {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

    mutating func insert(_ number: Int) {
      precondition(number < 128)
      if number < 64 { low |= 1 << UInt64(number) } else { high |= 1 << UInt64(number - 64) }
    }

    mutating func formUnion(_ other: Places) {
      low |= other.low
      high |= other.high
    }
  }
}
