/// Symbols in buckets of neighbouring addresses.
struct SymbolIndex {
  /// How many low bits of an address the symbols of a bucket do not share.
  private var bucketBits: UInt64 = 8

  private var base: UInt64 = 0

  /// Where each bucket begins in `symbols`; one more entry than there are buckets.
  private var starts: [Int32] = [0]

  private var symbols: [SymbolTable.Symbol] = []

  /// - Complexity: O(*n*) in the number of symbols and buckets.
  init(_ unordered: [SymbolTable.Symbol]) {
    var lowest = UInt64.max
    var highest: UInt64 = 0
    for symbol in unordered {
      if symbol.address < lowest { lowest = symbol.address }
      if symbol.address > highest { highest = symbol.address }
    }
    guard let first = unordered.first else { return }
    guard unordered.count < Int32.max else { return }
    // No more buckets than symbols, roughly, however far apart the addresses are.
    while (highest - lowest) >> bucketBits > UInt64(unordered.count) { bucketBits += 1 }
    let buckets = (highest - lowest) >> bucketBits + 1
    base = lowest
    starts = [Int32](repeating: 0, count: Int(buckets) + 1)
    symbols = [SymbolTable.Symbol](repeating: first, count: unordered.count)
    starts.withUnsafeMutableBufferPointer { starts in
      symbols.withUnsafeMutableBufferPointer { symbols in
        Self.distribute(
          unordered, from: lowest, bucketBits: bucketBits, into: symbols, starts: starts)
      }
    }
  }

  /// Sorts by bucket, and within a bucket leaves the order as it is.
  private static func distribute(
    _ unordered: [SymbolTable.Symbol], from base: UInt64, bucketBits: UInt64,
    into symbols: UnsafeMutableBufferPointer<SymbolTable.Symbol>,
    starts: UnsafeMutableBufferPointer<Int32>
  ) {
    for symbol in unordered { starts[Int((symbol.address - base) >> bucketBits)] += 1 }
    var end: Int32 = 0
    for bucket in starts.indices {
      end += starts[bucket]
      starts[bucket] = end
    }
    var position = unordered.count
    while position > 0 {
      position -= 1
      let bucket = Int((unordered[position].address - base) >> bucketBits)
      starts[bucket] -= 1
      symbols[Int(starts[bucket])] = unordered[position]
    }
  }

  /// The last symbol that begins at or before `address`, if it reaches that far; among aliases the one
  /// that the image lists first.
  ///
  /// - Complexity: O(1) on average.
  func symbol(covering address: UInt64) -> SymbolTable.Symbol? {
    guard let nearest = symbol(before: address),
      address - nearest.address < max(nearest.size, 1)
    else { return nil }
    return nearest
  }

  /// The last symbol that begins at or before `address`, however far it reaches; among aliases the one that the image lists first.
  ///
  /// - Complexity: O(1) on average.
  func symbol(before address: UInt64) -> SymbolTable.Symbol? {
    guard address >= base, !symbols.isEmpty else { return nil }
    for bucket in (0...bucket(of: address)).reversed() {
      var nearest: SymbolTable.Symbol?
      for position in starts[bucket]..<starts[bucket + 1] {
        let symbol = symbols[Int(position)]
        guard symbol.address <= address else { continue }
        if let current = nearest, current.address >= symbol.address { continue }
        nearest = symbol
      }
      if let nearest { return nearest }
    }
    return nil
  }

  /// The first symbol that begins behind `address`; among aliases the one that the image lists first.
  ///
  /// - Complexity: O(1) on average.
  func symbol(behind address: UInt64) -> SymbolTable.Symbol? {
    if symbols.isEmpty { return nil }
    for bucket in (address < base ? 0 : bucket(of: address))..<starts.count - 1 {
      let behind = (starts[bucket]..<starts[bucket + 1]).lazy.map { symbols[Int($0)] }
        .filter { $0.address > address }
      if let nearest = behind.min(by: { $0.address < $1.address }) { return nearest }
    }
    return nil
  }

  /// The bucket of `address`, or the last one.
  private func bucket(of address: UInt64) -> Int {
    min(Int(clamping: (address - base) >> bucketBits), starts.count - 2)
  }
}
