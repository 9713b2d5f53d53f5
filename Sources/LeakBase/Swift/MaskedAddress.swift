import CLeakBase

extension UInt {
  /// The address that is written so in lists of targets, which must not hold anything.
  @inlinable @inline(__always)
  package var unmasked: UInt { self ^ UInt(CRT_ADDRESS_MASK) }
  @inlinable @inline(__always)
  package var masked: UInt { self ^ UInt(CRT_ADDRESS_MASK) }
}
