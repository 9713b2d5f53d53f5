/// The names of all object files by their hash.
struct DebugNameIndex {
  /// The number of each table's first name among the names of all.
  private var firsts: [Int] = []
  private var hashes: [UInt32] = []
  /// For each end of hashes, one more than the number of the first name with it, and for each name of the next; 0 where
  /// there is none.
  private var heads: [UInt32] = [0]
  private var nexts: [UInt32] = []

  /// - Complexity: O(*n*) in the number of names.
  init(_ tables: [DebugNameTable]) {
    var count = 0
    for table in tables {
      firsts.append(count)
      count += Int(table.nameCount)
    }
    guard count < UInt32.max else { return }
    hashes = [UInt32](repeating: 0, count: count)
    hashes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      for (table, first) in zip(tables, firsts) where table.nameCount > 0 {
        _ = table.copyHashes(to: start + 4 * first)
      }
    }
    var capacity = 1
    while capacity < count { capacity *= 2 }
    heads = [UInt32](repeating: 0, count: capacity)
    nexts = [UInt32](repeating: 0, count: count)
    hashes.withUnsafeBufferPointer { hashes in
      heads.withUnsafeMutableBufferPointer { heads in
        nexts.withUnsafeMutableBufferPointer { nexts in
          Self.chain(hashes, heads: heads, nexts: nexts)
        }
      }
    }
  }

  /// Chains the names from the last to the first, so that they are found in their order.
  private static func chain(
    _ hashes: UnsafeBufferPointer<UInt32>, heads: UnsafeMutableBufferPointer<UInt32>,
    nexts: UnsafeMutableBufferPointer<UInt32>
  ) {
    let mask = heads.count - 1
    var number = hashes.count
    while number > 0 {
      let end = Int(hashes[number - 1]) & mask
      nexts[number - 1] = heads[end]
      heads[end] = UInt32(number)
      number -= 1
    }
  }

  /// Calls `body` with the table of each name that has `hash`, and its number there, until that returns `false`.
  func forEachName(hash: UInt32, _ body: (Int, UInt32) -> Bool) {
    var number = Int(heads[Int(hash) & (heads.count - 1)])
    while number > 0 {
      if hashes[number - 1] == hash {
        let table = table(of: number - 1)
        if !body(table, UInt32(number - 1 - firsts[table])) { return }
      }
      number = Int(nexts[number - 1])
    }
  }

  /// The table that has the name with this number.
  private func table(of number: Int) -> Int {
    var (low, high) = (0, firsts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if firsts[middle] <= number { low = middle } else { high = middle }
    }
    return low
  }
}
