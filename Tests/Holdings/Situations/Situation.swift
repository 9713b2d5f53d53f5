/// An object, and what holds it.
package struct Situation: Sendable {
  package let name: String
  package let truth: Truth
  package let make: @Sendable (Cut) async throws -> Guest

  init(
    _ name: String, _ truth: Truth, _ make: @escaping @Sendable (Cut) async throws -> Guest
  ) {
    self.name = name
    self.truth = truth
    self.make = make
  }
}

/// What is to be said of an object, because it is so. Where two hold it, either may be named: `A|B`.
package enum Truth: Sendable {
  /// A variable that outlives every test keeps it: who named it is told by which, and an object that nobody named may stay.
  case kept(String)
  /// Something that ends, or that somebody can end, holds it.
  case held(String)
  /// Only a word that has no type to be had leads to it.
  case possibly(String)
  /// Nothing can let it go any more.
  case leaked(String)
}

/// How what holds the object is ended for real.
///
/// It may lead to the object by no reference that the process has: what it needs is ``Hidden``.
package final class Cut: @unchecked Sendable {
  /// For how long work waits that ends by itself and by nothing else.
  let delay: Double
  private var action: (() async -> Void)?

  /// - Parameter isToBeDone: Whether it will be ended, and not only be told of.
  package init(isToBeDone: Bool) {
    delay = isToBeDone ? 3 : 60
  }

  /// Why nothing can end it on this system, if so.
  package private(set) var obstacle: String?

  /// Says why nothing can end it.
  func isImpossible(because reason: String) { obstacle = reason }

  /// Says what ends it.
  func callAsFunction(_ action: @escaping () async -> Void) { self.action = action }

  package func perform() async {
    await action?()
    action = nil
  }
}

/// An object that is in no word of the process by this: its address is kept in disguise, and not retained.
struct Hidden<Object: AnyObject>: @unchecked Sendable {
  private let disguised: UInt

  init(_ object: Object) {
    disguised = ~UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  /// The object, which must be alive.
  var object: Object {
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(bitPattern: ~disguised)!).takeUnretainedValue()
  }

  /// The object, of which a retain is given back.
  func release() {
    Unmanaged<Object>.fromOpaque(UnsafeRawPointer(bitPattern: ~disguised)!).release()
  }
}

/// The object that is held.
package final class Guest: @unchecked Sendable {
  var handler: (() -> Void)?
  var guest: Guest?
  var luggage: Any?

  private var days = 0

  package init() {}

  /// Not left out, however the program is built.
  @inline(never)
  func stay() { days += 1 }
}
