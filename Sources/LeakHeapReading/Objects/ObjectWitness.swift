import CLeakBase
import LeakBase

/// Keeps an object's memory readable without keeping the object alive, and tells whether it still is.
///
/// A witness is an unowned reference: the object deinitializes as if nobody looked, and its memory is
/// given back when the last witness goes. Loading a `weak` variable instead would retain the object for a
/// moment, and its `deinit` could then run here.
package struct ObjectWitness: Sendable {
  /// The object's address, disguised: a search for what holds the object must not find its witnesses.
  package let maskedAddress: UInt

  private let hold: Hold

  /// What keeps the memory.
  private enum Hold: Sendable {
    case own(UnownedHold)
    case shared(any AnyObject & Sendable)
  }

  package init(_ object: AnyObject) {
    self.init(unretained: Unmanaged.passUnretained(object).toOpaque())
  }

  /// Witnesses the object at `pointer`, which must be alive.
  package init(unretained pointer: UnsafeRawPointer) {
    crt_unowned_retain(pointer)
    self.init(adopting: pointer)
  }

  /// Witnesses the object at `pointer`, and takes over an unowned retain that holds it.
  package init(adopting pointer: UnsafeRawPointer) {
    maskedAddress = UInt(bitPattern: pointer).masked
    hold = .own(UnownedHold(adopting: maskedAddress))
  }

  /// Witnesses the object at `pointer`, whose memory `owner` keeps while it lives, with that of others.
  ///
  /// Such a witness is not among those that ``count(at:)`` counts.
  package init(_ pointer: UnsafeRawPointer, keptBy owner: any AnyObject & Sendable) {
    maskedAddress = UInt(bitPattern: pointer).masked
    hold = .shared(owner)
  }

  /// Whether the object had no other witness of its own when this one came.
  package var wasFirst: Bool { if case .own(let hold) = hold { hold.wasFirst } else { false } }

  /// The object's address. Valid to read the reference counts of while the witness lives.
  package var address: UInt { maskedAddress.unmasked }

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

  /// The number of witnesses of their own that the object at `address` has: so many of its unowned references are not the program's.
  /// A witness and its copies are one.
  package static func count(at address: UInt) -> Int { crt_witness_count(address.masked) }
}

/// One unowned retain of one object, given back in the end.
private final class UnownedHold: Sendable {
  private let maskedAddress: UInt
  let wasFirst: Bool

  init(adopting maskedAddress: UInt) {
    self.maskedAddress = maskedAddress
    wasFirst = crt_witness_add(maskedAddress) == 1
  }

  deinit {
    crt_witness_remove(maskedAddress)
    crt_unowned_release(UnsafeRawPointer(bitPattern: maskedAddress.unmasked).unsafelyUnwrapped)
  }
}
