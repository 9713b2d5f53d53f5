import CLeakBase

extension UInt {
  /// The address that is written so in lists of targets, which must not hold anything.
  package var unmasked: UInt { self ^ UInt(CRT_ADDRESS_MASK) }
  package var masked: UInt { self ^ UInt(CRT_ADDRESS_MASK) }
}
