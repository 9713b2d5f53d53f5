import Testing

@testable import LeakHeapReading

/// What a search says of an object that has gone by then.
@Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
struct GoneObjectTests {
  final class Guest {}

  @Test func `One that has gone is not lost`() {
    let living = Guest()
    let witnesses = [Self.goneWitness(), ObjectWitness(living)]
    let answers = withExtendedLifetime(living) { HeapReader().holders(of: witnesses).answers }
    guard case .gone = answers[0] else {
      Issue.record("\(answers[0])")
      return
    }
    if case .gone = answers[1] { Issue.record("the other is there") }
  }

  /// Not inlined, so that the object is in no frame of the caller's.
  @inline(never)
  private static func goneWitness() -> ObjectWitness { ObjectWitness(Guest()) }
}
