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
      guard counts() == [1, 1, weak, 1] else { return false }
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
      // One weak count is that of all unowned references together.
      return before.weak == 2 && after.weak == 2 && before.isAlive
        && after.strong == before.strong + 3 && before.strong < 8 && before.unowned == 1
    }
  }
}
