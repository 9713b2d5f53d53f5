import CLeakBase
import LeakBase

extension LayoutCheck {
  /// An object that notes what its counts say while it is deinitialized.
  private final class Counted {
    let seen: UnsafeMutablePointer<Bool?>

    init(_ seen: UnsafeMutablePointer<Bool?>) { self.seen = seen }

    deinit { seen.pointee = LayoutCheck.bits(of: LayoutCheck.place(of: self))?.isAlive }
  }

  fileprivate static func bits(of object: Address) -> ReferenceCountBits? {
    ReferenceCountBits(object.word(at: crt_fact_counts_offset()), of: object)
  }

  /// Whether the counts follow what is done to an object, in its header and in a side table.
  static func countsHold() -> Bool {
    guard areOrdered(), isRightWhenImmortal() else { return false }
    let seen = UnsafeMutablePointer<Bool?>.allocate(capacity: 1)
    seen.initialize(to: nil)
    defer { seen.deallocate() }
    let object = Unmanaged.passRetained(Counted(seen))
    let pointer = UnsafeRawPointer(object.toOpaque())
    let address = Address(UInt(bitPattern: pointer))
    func counts() -> [Int]? {
      bits(of: address).map { [$0.strong, $0.unowned, $0.weak, $0.isAlive ? 1 : 0] }
    }
    func countsAreRight(weak: Int) -> Bool {
      guard counts() == [1, 1, weak, 1], bits(of: address)?.isImmortal == false else {
        return false
      }
      for _ in 0..<3 { _ = object.retain() }
      for _ in 0..<5 { crt_unowned_retain(pointer) }
      defer {
        for _ in 0..<3 { object.release() }
        for _ in 0..<5 { crt_unowned_release(pointer) }
      }
      return counts() == [4, 6, weak, 1]
    }
    let isRightInHeader = countsAreRight(weak: 0)
    // A dead object whose memory one unowned retain keeps has these bits and no others.
    crt_unowned_retain(pointer)
    object.release()
    let isRightWhenDead = seen.pointee == false && crt_is_dead(pointer)
    crt_unowned_release(pointer)
    return isRightInHeader && isRightWhenDead && isRightInSideTable()
  }

  /// Whether the parts of the word of counts follow one another. Nothing else is computed with bits that a word does not have.
  private static func areOrdered() -> Bool {
    let bits = [
      crt_fact_counts_plain_bit(), crt_fact_counts_unowned_shift(), crt_fact_counts_deinit_bit(),
      crt_fact_counts_strong_shift(), crt_fact_counts_side_table_bit(), crt_fact_counts_slow_bit(),
    ]
    let isAscending = zip(bits, bits.dropFirst()).allSatisfy { $0 < $1 }
    return isAscending && bits[0] >= 0 && bits[5] < 64
      && (0..<8).contains(crt_fact_counts_side_table_shift())
  }

  /// Whether what is never freed says so: the storage that all empty arrays share. What is counted does not.
  private static func isRightWhenImmortal() -> Bool {
    let empty: ContiguousArray<Counted> = []
    return withExtendedLifetime(empty) {
      bits(of: Address(unsafeBitCast(empty, to: UInt.self)))?.isImmortal == true
    }
  }

  /// The same of an object that has a side table, because a weak reference leads to it.
  private static func isRightInSideTable() -> Bool {
    let seen = UnsafeMutablePointer<Bool?>.allocate(capacity: 1)
    seen.initialize(to: nil)
    defer { seen.deallocate() }
    let object = Counted(seen)
    weak let observer = object
    let address = place(of: object)
    let unmanaged = Unmanaged.passUnretained(object)
    return withExtendedLifetime((object, observer)) {
      guard let before = bits(of: address) else { return false }
      for _ in 0..<3 { _ = unmanaged.retain() }
      defer { for _ in 0..<3 { unmanaged.release() } }
      guard let after = bits(of: address) else { return false }
      // The word leads to the table, and says so in the two bits alone.
      let word = UInt64(address.word(at: crt_fact_counts_offset()))
      guard crt_has_side_table(word), crt_side_table(word) & 7 == 0 else { return false }
      // One weak count is that of all unowned references together.
      return before.weak == 2 && after.weak == 2 && before.isAlive
        && after.strong == before.strong + 3 && before.strong < 8 && before.unowned == 1
    }
  }
}
