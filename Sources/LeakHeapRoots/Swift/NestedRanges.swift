/// Ranges of addresses, of which one may have others in it.
struct NestedRanges {
  /// The ranges by where they begin, those around others before them.
  private let ranges: [(range: Range<UInt>, index: Int, outer: Int?)]

  /// - Complexity: O(*n* log *n*) in the number of ranges.
  init(_ ranges: [Range<UInt>]) {
    let sorted = ranges.indices.sorted {
      (ranges[$0].lowerBound, ranges[$1].upperBound)
        < (ranges[$1].lowerBound, ranges[$0].upperBound)
    }
    // The ranges around the next one, the outermost first.
    var open: [Int] = []
    var found: [(range: Range<UInt>, index: Int, outer: Int?)] = []
    found.reserveCapacity(sorted.count)
    for index in sorted {
      while let last = open.last, found[last].range.upperBound <= ranges[index].lowerBound {
        open.removeLast()
      }
      found.append((ranges[index], index, open.last))
      open.append(found.count - 1)
    }
    self.ranges = found
  }

  /// The index, among those that were given, of the range with `address` that begins last; `nil` where none has it.
  ///
  /// - Complexity: O(log *n* + *d*) in the number of ranges, and in how many are in one another.
  func innermost(containing address: UInt) -> Int? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].range.lowerBound <= address { low = middle + 1 } else { high = middle }
    }
    var next = low > 0 ? low - 1 : nil
    while let position = next {
      if ranges[position].range.contains(address) { return ranges[position].index }
      next = ranges[position].outer
    }
    return nil
  }
}
