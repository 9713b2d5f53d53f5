import CRemoteMirror
import LeakHeapReading
import TestOrder
import Testing

/// The toolchain's own reader of memory layouts says the same about random heaps as the plans.
///
/// The fixtures of all the other tests are compared where they are read.
@Suite(.afterOthers) struct OracleTests {
  @Test(.slow, .disabled(if: RemoteMirror.absence != nil, "\(RemoteMirror.absence ?? "")"))
  func thePlansOfRandomHeapsAgreeWithTheMirror() throws {
    let oracle = Oracle(HeapReader(), mirror: try RemoteMirror.shared.get())
    for seed in 0..<150 as Range<UInt64> {
      let census = RandomHeap.Census()
      let owner = RandomHeap.owner(seed: seed, census: census)
      defer { withExtendedLifetime(census) { owner.sever() } }
      let snapshot = try oracle.reader.snapshot(from: Unmanaged.passUnretained(owner).toOpaque())
      #expect(oracle.disagreements(about: snapshot) == [], "seed \(seed)")
    }
    #expect(oracle.tally.agreed > 2_000)
    print("random heaps: \(oracle.tally)")
  }

  @Test(.disabled(if: RemoteMirror.absence != nil, "\(RemoteMirror.absence ?? "")"))
  func aPlanThatIsWrongIsReported() throws {
    // A plan of the owner's that has its only field two words late.
    let metadata = UInt(bitPattern: unsafeBitCast(RandomHeap.Owner.self, to: Int.self))
    let wrong = InspectedLayout(
      subject: .instance(metadata: [metadata]), name: "Owner",
      slots: [LayoutSlot(offset: 32, kind: .strong)])
    var difference = Difference(
      layout: wrong, opinion: try RemoteMirror.shared.get().opinion(on: wrong.subject))
    #expect(!KnownDisagreement.all.contains { $0.explain(&difference) })
    #expect(
      difference.description
        == "Owner: the plan has [\"strong at 32\"] more, the mirror has [\"strong at 16 in "
        + "Swift.Array<HeapReadingTests.RandomHeap.Part> > "
        + "Swift._ContiguousArrayBuffer<HeapReadingTests.RandomHeap.Part> > "
        + "Swift.__ContiguousArrayStorageBase\"] more, and does not know []")
  }

  /// The mirror takes other memory for metadata now and then, and asks for what stands there as an address.
  @Test(.disabled(if: RemoteMirror.absence != nil, "\(RemoteMirror.absence ?? "")"))
  func theMirrorIsGivenNoMemoryThatIsNotThere() {
    let page = GuardedPage()
    let end = UInt64(page.place([1, 2, 3, 4, 5, 6, 7, 8]).bits) + 8
    #expect(crm_is_readable(end - 8, 8))
    #expect(!crm_is_readable(end - 8, 9))
    #expect(!crm_is_readable(end, 1))
    for address in [0, 1, 3, 7, 8, .max, .max - 7, .max - 15] as [UInt64] {
      #expect(!crm_is_readable(address, 4), "\(address)")
      #expect(!crm_is_readable(address, 16), "\(address)")
    }
  }
}
