import CLeakBase
import LeakBase

/// The word in which the runtime keeps an object's strong and unowned counts.
///
/// Source: the comment at the head of the runtime's `stdlib/public/SwiftShims/swift/shims/RefCount.h`, and
/// `RefCountBitOffsets` there. From the lowest bit: a flag, 31 bits of unowned count, one that says that `deinit` has
/// begun, 30 bits of strong count, less the first, and one for whatever takes more than counting. The counts are
/// read here, not asked of the runtime, because the runtime would follow a stale pointer to a side table.
struct ReferenceCountBits {
  private let bits: UInt

  /// The number of weak references, with the one that all unowned references share; 0 without a side table.
  let weak: Int

  /// The bits of the object at `object`, whose second word is `word`, or `nil` when they should be in a side
  /// table and are not: there is no object any more.
  ///
  /// The two highest bits say where they are: both are set in the address of a side table, which is shifted by
  /// three. The table has the object's address, a word of padding, the bits, and the weak count in 32 bits.
  ///
  /// - Parameter map: Where a table must be to be looked at: what was taken for an object may be none.
  init?(_ word: UInt, of object: Address, in map: MemoryMap? = nil) {
    guard word >> 62 == 0b11 else {
      bits = word
      weak = 0
      return
    }
    let table = Address((word & ((1 << 62) - 1)) << UInt(crt_fact_counts_side_table_shift()))
    if let map, !map.isReadable(table, length: 28) { return nil }
    guard !table.isNull, table.word() == object.bits else { return nil }
    bits = table.word(at: crt_fact_side_table_counts())
    weak = Int(table.uint32(at: crt_fact_side_table_weak()))
  }

  /// Whether the object is never freed: the highest bit is set alone.
  var isImmortal: Bool { bits >> 62 == 0b10 }

  /// Whether `deinit` has not begun. Memory that is not an object any more often has nothing here.
  var isAlive: Bool { bits != 0 && bits >> UInt(crt_fact_counts_deinit_bit()) & 1 == 0 }

  /// The number of strong references.
  var strong: Int { Int((bits >> UInt(crt_fact_counts_strong_shift())) & 0x3FFF_FFFF) + 1 }

  /// The number of unowned references, with the one that all strong references share.
  var unowned: Int { Int((bits >> UInt(crt_fact_counts_unowned_shift())) & 0x7FFF_FFFF) }
}
