import CLeakBase
import LeakBase

/// Keeps an object's memory readable without keeping the object alive, and tells whether it still is.
///
/// A witness is an unowned reference: the object deinitializes as if nobody looked, and its memory is
/// given back when the last witness goes. Loading a `weak` variable instead would retain the object for a
/// moment, and its `deinit` could then run here.
package final class ObjectWitness: Sendable {
  /// The object's address, disguised: a search for what holds the object must not find its witnesses.
  package let maskedAddress: UInt

  /// Whether the object had no other witness when this one came.
  package let wasFirst: Bool

  /// The object's address. Valid to read the reference counts of while the witness lives.
  package var address: UInt { maskedAddress ^ Self.mask }

  private static let mask = UInt(CRT_ADDRESS_MASK)

  package init(_ object: AnyObject) {
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    maskedAddress = UInt(bitPattern: pointer) ^ Self.mask
    crt_unowned_retain(pointer)
    wasFirst = crt_witness_add(maskedAddress) == 1
  }

  /// Witnesses the object at `pointer`, which must be alive.
  package init(unretained pointer: UnsafeRawPointer) {
    maskedAddress = UInt(bitPattern: pointer) ^ Self.mask
    crt_unowned_retain(pointer)
    wasFirst = crt_witness_add(maskedAddress) == 1
  }

  /// Witnesses the object at `pointer`, and takes over an unowned retain that holds it.
  package init(adopting pointer: UnsafeRawPointer) {
    maskedAddress = UInt(bitPattern: pointer) ^ Self.mask
    wasFirst = crt_witness_add(maskedAddress) == 1
  }

  deinit {
    crt_witness_remove(maskedAddress)
    crt_unowned_release(pointer)
  }

  /// Where the object is, or was.
  package var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped }

  /// Whether the object's `deinit` has not begun.
  ///
  /// - Complexity: O(1); retains nothing.
  package var isAlive: Bool { !crt_is_deinitializing(pointer) }

  /// The object, retained, or `nil` when its `deinit` has begun.
  package func retained() -> AnyObject? {
    guard crt_try_retain(pointer) else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue()
  }

  /// The number of witnesses of the object at `address`: so many of its unowned references are not the program's own.
  package static func count(at address: UInt) -> Int { crt_witness_count(address ^ mask) }
}
