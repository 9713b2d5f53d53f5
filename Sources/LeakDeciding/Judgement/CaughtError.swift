import LeakBase
import LeakHeapReading

/// What a function has of an error that it has caught.
enum CaughtError {
  /// How often it retains the error: once, and twice in unoptimised code of Swift 6.2. A function like those of the checks is asked.
  static let retainCount: Int = {
    do {
      try fail(Payload())
      return 1
    } catch {
      return count(of: error) ?? 1
    }
  }()

  private final class Payload: Sendable {}

  /// The error is made anew each time: a constant one would never be freed.
  private struct Failure: Error {
    let payload: Payload
  }

  @inline(never) private static func fail(_ payload: Payload) throws {
    throw Failure(payload: payload)
  }

  @inline(never) private static func count(of error: any Error) -> Int? {
    #if canImport(ObjectiveC)
      return nil
    #else
      // An existential of `Error` is one reference, to the box of the value.
      let box = unsafeBitCast(error, to: UInt.self)
      return ReferenceCounts(objectAt: box, in: { Address($0).word() })?.strong
    #endif
  }
}
