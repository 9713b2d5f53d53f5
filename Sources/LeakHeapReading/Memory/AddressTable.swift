import CLeakBase
import LeakBase

/// A hash table from addresses to dense indices, by open addressing.
///
/// An address and its index stand side by side, so that a look takes one line of the cache, which can be fetched
/// beforehand. At most three quarters of the slots are taken: 21 to 43 bytes for each address.
///
/// Addresses are masked: what is left in a table that is kept from one walk to the next must not hold anything.
struct AddressTable {
  private struct Slot: BitwiseCopyable {
    var masked: UInt
    var index: UInt32
    /// The slot is free unless this is the table's.
    var round: UInt32
  }

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var shift: UInt
  private var limit: Int
  /// How often the table has been emptied, and one: memory that is zero is free.
  private var round: UInt32 = 1
  private(set) var count = 0

  init() {
    (slots, mask, shift, limit) = Self.makeSlots(bits: 8)
  }

  func deallocate() {
    Self.free(slots, mask)
  }

  /// Empties the table, and gives its memory back where that is more than `bytes`.
  ///
  /// - Complexity: O(1) where it keeps its memory.
  mutating func removeAll(keeping bytes: Int = 0) {
    if (mask + 1) * MemoryLayout<Slot>.stride > bytes || round == .max {
      deallocate()
      self = AddressTable()
    } else {
      round += 1
      count = 0
    }
  }

  /// Makes room for so many addresses, in a table that has none.
  mutating func reserveCapacity(_ addresses: Int) {
    precondition(count == 0)
    if addresses <= limit { return }
    var bits = 8
    while (1 << bits) / 4 * 3 < addresses { bits += 1 }
    deallocate()
    (slots, mask, shift, limit) = Self.makeSlots(bits: bits)
    round = 1
  }

  /// The index of `address`, which is `next` when it is new.
  ///
  /// - Complexity: O(1) amortized.
  @inline(__always)
  mutating func insert(_ address: UInt, next: UInt32) -> (index: UInt32, isNew: Bool) {
    var slot = hash(address)
    while slots[slot].round == round {
      if slots[slot].masked == address.masked { return (slots[slot].index, false) }
      slot = (slot &+ 1) & mask
    }
    slots[slot] = Slot(masked: address.masked, index: next, round: round)
    count &+= 1
    if count > limit { grow() }
    return (next, true)
  }

  /// The index of `address`; `nil` for one that has none.
  func index(of address: UInt) -> UInt32? {
    var slot = hash(address)
    while slots[slot].round == round {
      if slots[slot].masked == address.masked { return slots[slot].index }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Fetches the place of `address` into the cache.
  @inline(__always)
  func prefetch(_ address: UInt) {
    crt_prefetch(UInt(bitPattern: slots + hash(address)))
  }

  @inline(__always)
  private func hash(_ address: UInt) -> Int {
    Int(bitPattern: ((address >> 4) &* 0x9E37_79B9_7F4A_7C15) >> shift)
  }

  private static func makeSlots(bits: Int) -> (UnsafeMutablePointer<Slot>, Int, UInt, Int) {
    let capacity = 1 << bits
    let memory = crt_memory_zeroed(capacity * MemoryLayout<Slot>.stride)
    return (
      memory.unsafelyUnwrapped.bindMemory(to: Slot.self, capacity: capacity), capacity - 1,
      UInt(64 - bits), capacity / 4 * 3
    )
  }

  private static func free(_ slots: UnsafeMutablePointer<Slot>, _ mask: Int) {
    crt_memory_free(slots, (mask + 1) * MemoryLayout<Slot>.stride)
  }

  @inline(never)
  private mutating func grow() {
    let (old, oldMask) = (slots, mask)
    (slots, mask, shift, limit) = Self.makeSlots(bits: 65 - Int(shift))
    for index in 0...oldMask where old[index].round == round {
      var slot = hash(old[index].masked.unmasked)
      while slots[slot].round == round { slot = (slot &+ 1) & mask }
      slots[slot] = old[index]
    }
    Self.free(old, oldMask)
  }
}
