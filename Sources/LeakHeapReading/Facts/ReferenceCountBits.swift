import CLeakBase
import LeakBase

/// The word in which the runtime keeps an object's strong and unowned counts.
///
/// Source: the comment at the head of the runtime's `stdlib/public/SwiftShims/swift/shims/RefCount.h`, and
/// `RefCountBitOffsets` there. From the lowest bit: a flag, the unowned count, one that says that `deinit` has
/// begun, the strong count, less the first, and one for whatever takes more than counting. The counts are
/// read here, not asked of the runtime, because the runtime would follow a stale pointer to a side table.
struct ReferenceCountBits {
  private let bits: UInt64

  /// The number of weak references, with the one that all unowned references share; 0 without a side table.
  let weak: Int

  /// The bits of the object at `object`, whose second word is `word`, or `nil` when they should be in a side
  /// table and are not: there is no object any more.
  ///
  /// A side table has the object's address, the bits, and the weak count in 32 bits.
  ///
  /// - Parameter map: Where a table must be to be looked at: what was taken for an object may be none.
  init?(_ word: UInt, of object: Address, in map: KeptMap? = nil) {
    guard crt_has_side_table(UInt64(word)) else {
      bits = UInt64(word)
      weak = 0
      return
    }
    let table = Address(crt_side_table(UInt64(word)))
    if let map, !map.isReadable(table, length: crt_fact_side_table_weak() + 4) { return nil }
    guard !table.isNull, table.word(at: crt_fact_side_table_object()) == object.bits else {
      return nil
    }
    bits = UInt64(table.word(at: crt_fact_side_table_counts()))
    weak = Int(table.uint32(at: crt_fact_side_table_weak()))
  }

  /// The bits of the object at `object` in other memory, of which `memory` says the word at an address that is a multiple of 8.
  init?(_ word: UInt, of object: UInt, in memory: (UInt) -> UInt?) {
    guard crt_has_side_table(UInt64(word)) else {
      bits = UInt64(word)
      weak = 0
      return
    }
    let table = crt_side_table(UInt64(word))
    let weakAddress = table &+ UInt(crt_fact_side_table_weak())
    guard memory(table &+ UInt(crt_fact_side_table_object())) == object,
      let counts = memory(table &+ UInt(crt_fact_side_table_counts())),
      let weakWord = memory(weakAddress & ~7)
    else { return nil }
    bits = UInt64(counts)
    weak = Int(UInt32(truncatingIfNeeded: weakWord >> (weakAddress & 4 == 0 ? 0 : 32)))
  }

  /// Whether the object is never freed.
  var isImmortal: Bool { crt_is_immortal(bits) }

  /// Whether `deinit` has not begun. Memory that is not an object any more often has nothing here.
  var isAlive: Bool { bits != 0 && !crt_has_begun_deinit(bits) }

  /// Whether `deinit` has begun.
  var hasBegunDeinit: Bool { crt_has_begun_deinit(bits) }

  /// The number of strong references.
  var strong: Int { Int(crt_strong_count(bits)) }

  /// The number of unowned references, with the one that all strong references share.
  var unowned: Int { Int(crt_unowned_count(bits)) }
}
