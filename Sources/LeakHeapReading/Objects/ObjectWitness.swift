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

  /// The object's address. Valid to read the reference counts of while the witness lives.
  package var address: UInt { maskedAddress ^ Self.mask }

  private static let mask = UInt(CRT_ADDRESS_MASK)

  /// How many witnesses each object has by its disguised address, so that they can be told from the program's own
  /// references.
  private static let counts = VisibleMutex<[UInt: Int]>([:])

  package init(_ object: AnyObject) {
    maskedAddress = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) ^ Self.mask
    crt_unowned_retain(pointer)
    Self.counts.withLock { $0[maskedAddress, default: 0] += 1 }
  }

  /// Witnesses the object at `pointer`, which must be alive.
  package init(unretained pointer: UnsafeRawPointer) {
    maskedAddress = UInt(bitPattern: pointer) ^ Self.mask
    crt_unowned_retain(pointer)
    Self.counts.withLock { $0[maskedAddress, default: 0] += 1 }
  }

  /// Witnesses the object at `pointer`, and takes over an unowned retain that holds it.
  package init(adopting pointer: UnsafeRawPointer) {
    maskedAddress = UInt(bitPattern: pointer) ^ Self.mask
    Self.counts.withLock { $0[maskedAddress, default: 0] += 1 }
  }

  deinit {
    Self.counts.withLock { counts in
      let remaining = counts[maskedAddress, default: 1] - 1
      counts[maskedAddress] = remaining == 0 ? nil : remaining
    }
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

  /// The number of witnesses of the object at `address`.
  package static func count(at address: UInt) -> Int {
    counts.withLock { $0[address ^ mask, default: 0] }
  }
}
