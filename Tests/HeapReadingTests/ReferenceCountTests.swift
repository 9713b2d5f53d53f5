import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakHeapRecording
@testable import LeakHeapRoots

/// The runtime's counts, and witnesses that keep an object's memory but not the object.
struct ReferenceCountTests {
  private func counts(_ held: Unmanaged<Counted>) -> ReferenceCounts? {
    ReferenceCounts(objectAt: Address(UInt(bitPattern: held.toOpaque())))
  }

  @Test func strongReferences() {
    let held = makeCounted()
    #expect(counts(held) == ReferenceCounts(strong: 1, unowned: 0, weak: 0))
    for _ in 0..<4 { _ = held.retain() }
    #expect(counts(held) == ReferenceCounts(strong: 5, unowned: 0, weak: 0))
    for _ in 0..<4 { held.release() }
    #expect(counts(held) == ReferenceCounts(strong: 1, unowned: 0, weak: 0))
    held.release()
  }

  @Test func unownedAndWeakReferences() {
    let held = makeCounted()
    let holder = CountHolder()
    holder.unowned = held.takeUnretainedValue()
    #expect(counts(held) == ReferenceCounts(strong: 1, unowned: 1, weak: 0))
    // A weak reference makes the runtime move the counts to a side table.
    holder.weak = held.takeUnretainedValue()
    holder.otherWeak = held.takeUnretainedValue()
    #expect(counts(held) == ReferenceCounts(strong: 1, unowned: 1, weak: 2))
    _ = held.retain()
    #expect(counts(held) == ReferenceCounts(strong: 2, unowned: 1, weak: 2))
    holder.weak = nil
    #expect(counts(held) == ReferenceCounts(strong: 2, unowned: 1, weak: 1))
    holder.unowned = nil
    held.release()
    held.release()
  }

  @Test func objectsThatAreNeverFreed() {
    let empty: [AnyObject] = []
    let storage = withUnsafeBytes(of: empty) { $0.load(as: UInt.self) }
    #expect(ReferenceCounts(objectAt: Address(storage)) == nil)
  }

  @Test(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  func countsOfOneMoment() {
    let objects = (0..<4).map { _ in makeCounted() }
    let holder = CountHolder()
    _ = objects[1].retain()
    holder.unowned = objects[2].takeUnretainedValue()
    holder.weak = objects[3].takeUnretainedValue()
    let empty: [AnyObject] = []
    let addresses =
      objects.map { UInt(bitPattern: $0.toOpaque()) }
      + [withUnsafeBytes(of: empty) { $0.load(as: UInt.self) }]
    #expect(
      HeapReader.shared.counts(of: addresses.map(\.masked)) == [
        ReferenceCounts(strong: 1, unowned: 0, weak: 0),
        ReferenceCounts(strong: 2, unowned: 0, weak: 0),
        ReferenceCounts(strong: 1, unowned: 1, weak: 0),
        ReferenceCounts(strong: 1, unowned: 0, weak: 1),
        nil,
      ])
    holder.unowned = nil
    objects[1].release()
    for object in objects { object.release() }
    #expect(HeapReader.shared.counts(of: []) == [])
  }

  @Test func blocks() throws {
    let holder = CountHolder()
    holder.makeBlock()
    try withExtendedLifetime(holder) {
      let snapshot = try HeapReader.shared.snapshot(
        from: Unmanaged.passUnretained(holder).toOpaque())
      let block = try #require(
        snapshot.graph.objects.indices.first { snapshot.graph.type(of: $0).kind == .block })
      #expect(snapshot.counts(of: block) == ReferenceCounts(strong: 1, unowned: 0, weak: 0))
      holder.otherBlock = holder.block
      #expect(snapshot.counts(of: block) == ReferenceCounts(strong: 2, unowned: 0, weak: 0))
    }
    // A block that was not copied to the heap has no count.
    let words: [UInt32] = [0, 0, 1 << 25, 0]
    words.withUnsafeBytes { buffer in
      #expect(
        ReferenceCounts(blockAt: Address(UInt(bitPattern: buffer.baseAddress))) == nil)
    }
  }

  // MARK: - Witnesses

  @Test func witnessesOfTheLivingAndTheDead() {
    let held = makeCounted()
    let address = UInt(bitPattern: held.toOpaque())
    #expect(ObjectWitness.count(at: address) == 0)
    var first: ObjectWitness? = ObjectWitness(unretained: held.toOpaque())
    let second = ObjectWitness(unretained: held.toOpaque())
    #expect(ObjectWitness.count(at: address) == 2)
    #expect(counts(held) == ReferenceCounts(strong: 1, unowned: 2, weak: 0))
    #expect(first?.address == address)
    #expect(second.pointer == UnsafeRawPointer(held.toOpaque()))
    #expect(second.isAlive)
    first = nil
    #expect(ObjectWitness.count(at: address) == 1)

    var retained = second.retained()
    #expect(retained === held.takeUnretainedValue())
    retained = nil
    #expect(counts(held)?.strong == 1)

    held.release()
    #expect(!second.isAlive)
    #expect(second.retained() == nil)
    // The memory is still there: it says what the object was.
    #expect(Address(address).word() == Address(of: Counted.self).bits)
  }

  @Test func witnessesRunTheDeinitializerInTime() {
    let calls = CallCounter()
    let held = Unmanaged.passRetained(Talkative(calls: calls))
    let witness = ObjectWitness(held.takeUnretainedValue())
    #expect(calls.count == 0)
    held.release()
    #expect(calls.count == 1)
    #expect(!witness.isAlive)
  }
}

// MARK: - Fixtures

final class Counted {
  var number = 1
}

/// Makes an object that no scope of another test records: the recorder holds an unowned reference to what it
/// does.
@inline(never)
private func makeCounted() -> Unmanaged<Counted> {
  AllocationRecorder.withoutRecording { Unmanaged.passRetained(Counted()) }
}

final class CountHolder {
  unowned var unowned: Counted?
  weak var weak: Counted?
  weak var otherWeak: Counted?
  var count = 0
  var block: BlockOwner.Block = {}
  var otherBlock: BlockOwner.Block?

  @inline(never)
  func makeBlock() {
    let number = runTimeNumber()
    block = { [view = View()] in view.count = number }
  }
}
