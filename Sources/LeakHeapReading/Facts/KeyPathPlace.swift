import CLeakBase
import LeakBase

/// A key path in memory.
struct KeyPathPlace {
  let address: Address

  /// Whether it says that there are no references in it: its last words may be left from before.
  var isTrivial: Bool {
    address.uint32(at: crt_fact_key_path_header()) >> UInt32(crt_fact_key_path_trivial_bit()) & 1
      == 1
  }
}
