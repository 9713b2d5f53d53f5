/// The runtime's reference counts of one object.
package struct ReferenceCounts: Sendable, Hashable {
  /// The number of strong references.
  package var strong: Int
  /// The number of unowned references, without the one that all strong references share.
  package var unowned: Int
  /// The number of weak references, without the one that all unowned references share.
  package var weak: Int

  package init(strong: Int, unowned: Int, weak: Int) {
    self.strong = strong
    self.unowned = unowned
    self.weak = weak
  }
}

extension ReferenceCounts {
  /// The counts of the Swift object at `address`, or `nil` for one that is never freed, or when there is no
  /// object at `address` any more.
  ///
  /// Source: the comment at the head of the runtime's `stdlib/public/SwiftShims/swift/shims/RefCount.h`:
  /// the two highest bits of the second word say that it is a pointer to a side table (both set), or that
  /// the object is immortal (the highest alone). The counts are read here, not asked of the runtime, because
  /// the runtime would follow a stale pointer to a side table.
  init?(objectAt address: Address) {
    let word = address.word(at: 8)
    switch word >> 62 {
    case 0b10: return nil
    case 0b11:
      // The side table: the object, padding, the same bits as in an object, the weak count in 32 bits.
      let table = Address((word & ((1 << 62) - 1)) << 3)
      guard !table.isNull, table.word() == address.bits else { return nil }
      self.init(bits: table.word(at: 16), weak: max(0, Int(table.uint32(at: 24)) - 1))
    default: self.init(bits: word, weak: 0)
    }
  }

  // From the lowest bit: a flag, 31 bits of unowned count, one that says that deinit has begun, and 30 bits of
  // strong count, less the first.
  private init(bits: UInt, weak: Int) {
    self.init(
      strong: Int((bits >> 33) & 0x3FFF_FFFF) + 1,
      unowned: max(0, Int((bits >> 1) & 0x7FFF_FFFF) - 1),
      weak: weak)
  }

  /// The counts of the block at `address`, or `nil` for one that is not counted.
  ///
  /// Source: `BLOCK_REFCOUNT_MASK` in libdispatch's `src/BlocksRuntime/Block_private.h`; bit 24 says that
  /// the block was copied to the heap.
  init?(blockAt address: Address) {
    let flags = address.uint32(at: 8)
    guard flags & (1 << 24) != 0 else { return nil }
    self.init(strong: Int(flags & 0xFFFE) >> 1, unowned: 0, weak: 0)
  }
}
