import CLeakBase

/// What the reader knows of the processor, apart from the loads themselves, which are `CLeakBase`'s.
///
/// Everything else follows from 64-bit little-endian words and the ABI's structures, which are the same on all of
/// the processors that Swift has on Linux.
@frozen @usableFromInline
package enum Processor {
  /// Whether the heap may be read on processors of this kind, on this system.
  ///
  /// On arm64 all of it was run in an emulator, not yet on hardware.
  package static let isProven: Bool = {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      true
    #else
      false
    #endif
  }()

  /// The bits of a pointer that are not spare: a bridge object and an enumeration keep bits of their own in the others.
  @inlinable package static var pointerBits: UInt { UInt(bitPattern: crt_fact_pointer_bits()) }
}
