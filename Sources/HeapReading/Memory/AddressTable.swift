/// A hash table from addresses to dense indices, by open addressing.
struct AddressTable {
  private var keys: UnsafeMutablePointer<UInt>
  private var values: UnsafeMutablePointer<UInt32>
  private var mask: Int
  private(set) var count = 0

  init() {
    mask = 255
    keys = .allocate(capacity: mask + 1)
    keys.initialize(repeating: 0, count: mask + 1)
    values = .allocate(capacity: mask + 1)
  }

  func deallocate() {
    keys.deallocate()
    values.deallocate()
  }

  /// The index of `address`, which is `next` when it is new.
  ///
  /// - Precondition: `address` is not null.
  /// - Complexity: O(1) amortized.
  @inline(__always)
  mutating func insert(_ address: UInt, next: UInt32) -> (index: UInt32, isNew: Bool) {
    var slot = Self.hash(address) & mask
    while keys[slot] != 0 {
      if keys[slot] == address { return (values[slot], false) }
      slot = (slot &+ 1) & mask
    }
    keys[slot] = address
    values[slot] = next
    count &+= 1
    if count &* 2 > mask { grow() }
    return (next, true)
  }

  @inline(__always)
  private static func hash(_ address: UInt) -> Int {
    Int(truncatingIfNeeded: ((address >> 4) &* 0x9E37_79B9_7F4A_7C15) >> 20)
  }

  @inline(never)
  private mutating func grow() {
    let (oldKeys, oldValues, oldMask) = (keys, values, mask)
    mask = oldMask * 2 + 1
    keys = .allocate(capacity: mask + 1)
    keys.initialize(repeating: 0, count: mask + 1)
    values = .allocate(capacity: mask + 1)
    for old in 0...oldMask where oldKeys[old] != 0 {
      var slot = Self.hash(oldKeys[old]) & mask
      while keys[slot] != 0 { slot = (slot &+ 1) & mask }
      keys[slot] = oldKeys[old]
      values[slot] = oldValues[old]
    }
    oldKeys.deallocate()
    oldValues.deallocate()
  }
}
