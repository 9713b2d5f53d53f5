import TestOrder
import Testing

@testable import LeakBase
@testable import LeakHeapReading

#if os(Linux)
  @Suite(
    .enabled(
      if: Allocator.isGlibc && Processor.isProven, "a sanitizer's allocator has other block headers"
    ))
  struct HeapCensusTests {
    final class Counted {
      var closure: (() -> Void)?
    }

    final class Generic<Element> {}

    private let name = "HeapReadingTests.HeapCensusTests.Counted"

    /// The number of instances.
    private func count() throws -> Int { try #require(HeapCensus.now()).instances[name] ?? 0 }

    /// Memory that was an object's, and that somebody has meanwhile as a part of a larger block and has not written to, looks like the
    /// object: some more may be counted, fewer than half of those that have gone.
    private func expect(about expected: Int) throws {
      let count = try count()
      #expect((expected..<expected + 200).contains(count), "\(count)")
    }

    @Test func countsWhatLivesAndNotWhatIsGone() throws {
      var objects = (0..<1000).map { _ in Counted() }
      weak let watched = objects.last
      try expect(about: 1000)
      // A weak reference moves the object's counts to a side table.
      #expect(watched != nil)
      objects.removeLast(400)
      #expect(watched == nil)
      try expect(about: 600)
      objects.removeAll()
      try expect(about: 0)
    }

    @Test func countsWhatNothingRefersTo() throws {
      let object = Generic<Int>()
      let reference = Unmanaged.passRetained(object)
      let generic = "HeapReadingTests.HeapCensusTests.Generic"
      #expect(try #require(HeapCensus.now()).instances[generic] == 1)
      reference.release()
    }

    @Test(.slow) func tellsTheBytesInUse() throws {
      // Far more than the tests that run meanwhile take or give back. None of it is touched.
      let before = try #require(HeapCensus.now()?.bytes)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 30, alignment: 16)
      let during = try #require(HeapCensus.now()?.bytes)
      memory.deallocate()
      #expect(during - before > 1 << 29)
    }
  }

  @Suite(.disabled(if: Allocator.isGlibc && Processor.isProven)) struct ForeignHeapCensusTests {
    /// Under AddressSanitizer the writable memory is terabytes of shadow, besides.
    @Test func noCensusIsTakenOfAnotherAllocator() {
      #expect(HeapCensus.now() == nil)
    }
  }
#endif
