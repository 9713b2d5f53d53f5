import LeakHeapModel
import LeakHeapReading
import SeededRandom
import TestOrder
import Testing

/// Every strong reference of a random heap is found, and none that is not there: each object's retain count
/// is the number of references found to it and what the test holds itself.
@Suite(.afterOthers) struct RetainCountEquationTests {
  /// Kinds of objects whose retain count may differ from the references found, and why. Instances, closure
  /// contexts, boxes and collections may not.
  private static let explanations: [HeapObjectType.Kind: String] = [:]

  @Test func everyRetainIsAReferenceThatWasFound() throws {
    var tally = RetainCountTally(explanations: Self.explanations)
    for seed in Rounds.seeds(3_000) {
      let census = RandomHeap.Census()
      let held = Self.hold(seed: seed, census: census)
      let snapshot = try HeapReader.shared.snapshot(from: held.toOpaque())
      #expect(snapshot.unread == [], "seed \(seed)")
      #expect(tally.compare(snapshot, retains: 1) == [], "seed \(seed)")
      #expect(census.alive > 0, "seed \(seed)")
      Self.release(held)
      #expect(census.alive == 0, "seed \(seed)")
    }
    #expect(tally.exact > Rounds.of(100_000))
    // The empty collections are constants of the standard library's.
    #expect(
      tally.immortal.keys.sorted() == [
        "Swift.__EmptyArrayStorage", "Swift.__EmptyDictionarySingleton",
        "Swift.__EmptySetSingleton",
      ])
    print(tally)
  }

  @Test func aRetainThatIsNoReferenceIsReported() throws {
    let census = RandomHeap.Census()
    let held = Self.hold(seed: 3, census: census)
    let part = held._withUnsafeGuaranteedRef { Unmanaged.passRetained($0.parts[0]) }
    let snapshot = try HeapReader.shared.snapshot(from: held.toOpaque())
    var tally = RetainCountTally(explanations: Self.explanations)
    #expect(
      tally.compare(snapshot, retains: 1) == [
        "RandomHeap.Part has 3 retains, found are 2: [Swift._ContiguousArrayStorage<Swift.AnyObject> "
          + "element ; RandomHeap.Cell<Swift.AnyObject> property value]"
      ])
    Self.release(held)
    #expect(census.alive == 1)
    part.release()
    #expect(census.alive == 0)
  }

  // Functions of their own: what they retain for a while is released when they return.

  @inline(never)
  private static func hold(seed: UInt64, census: RandomHeap.Census) -> Unmanaged<RandomHeap.Owner> {
    Unmanaged.passRetained(RandomHeap.owner(seed: seed, census: census))
  }

  @inline(never)
  private static func release(_ held: Unmanaged<RandomHeap.Owner>) {
    held.takeRetainedValue().sever()
  }
}
