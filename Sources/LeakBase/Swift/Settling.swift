import CLeakBase

/// What was changing while it was looked at may have settled a moment later: a thread may have been stopped amidst a change.
package enum Settling {
  /// Blocks between one look and the next: for 4 ms after the first, then for 16 ms, then for 64 ms.
  package static func pause(afterLook number: Int) { crt_pause(1_000_000 << UInt32(2 * number)) }
}
