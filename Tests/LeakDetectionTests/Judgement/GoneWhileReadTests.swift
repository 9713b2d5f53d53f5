import LeakHeapReading
import LeakTesting
import TestOrder
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Objects that go when their time is over, and before it could be told what keeps them.
@Suite(.leakFree) struct GoneWhileReadTests {
  final class Guest {}

  @Test(.slow) func `What has gone by then was late`() {
    let living = Guest()
    let check = CheckedObjects(
      named: [Self.goneWitness(), ObjectWitness(living)], grace: .milliseconds(500))
    withExtendedLifetime(living) {
      let reading = CheckReading.read([check], by: HeapReader())[0]
      var outcome = CheckOutcome(ends: [nil, nil])
      outcome.note(reading, at: .milliseconds(700))
      #expect(outcome.ends == [.milliseconds(700), nil])
    }
  }

  /// Not inlined, so that the object is in no frame of the caller's.
  @inline(never)
  private static func goneWitness() -> ObjectWitness { ObjectWitness(Guest()) }
}
