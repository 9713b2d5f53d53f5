import CLeakBase
import LeakBase

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
  init?(objectAt address: Address) {
    guard let bits = ReferenceCountBits(address.word(at: crt_fact_counts_offset()), of: address),
      !bits.isImmortal
    else {
      return nil
    }
    self.init(bits)
  }

  /// The counts of the Swift object at `address` in other memory than that of the process, of which `word` says the word at an address
  /// that is a multiple of 8; `nil` for one that is never freed, or when there is no object at `address`.
  package init?(objectAt address: UInt, in word: (UInt) -> UInt?) {
    guard let first = word(address &+ UInt(crt_fact_counts_offset())),
      let bits = ReferenceCountBits(first, of: address, in: word), bits.isAlive, !bits.isImmortal
    else { return nil }
    self.init(bits)
  }

  /// Whether the `deinit` of the Swift object at `address` has begun, in other memory than that of the process.
  package static func hasBegunDeinit(ofObjectAt address: UInt, in word: (UInt) -> UInt?) -> Bool {
    guard let first = word(address &+ UInt(crt_fact_counts_offset())),
      let bits = ReferenceCountBits(first, of: address, in: word)
    else { return false }
    return !bits.isImmortal && bits.hasBegunDeinit
  }

  private init(_ bits: ReferenceCountBits) {
    self.init(
      strong: bits.strong, unowned: max(0, bits.unowned - 1), weak: max(0, bits.weak - 1))
  }

  /// The counts of the block at `address`, or `nil` for one that is not counted.
  init?(blockAt address: Address) {
    let count = crt_block_count(address.uint32(at: crt_fact_block_flags()))
    guard count >= 0 else { return nil }
    self.init(strong: Int(count), unowned: 0, weak: 0)
  }
}
