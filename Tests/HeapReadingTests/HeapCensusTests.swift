import Testing

@testable import HeapReading

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

    private func count() throws -> Int? { try #require(HeapCensus.now()).instances[name] }

    @Test func countsWhatLivesAndNotWhatIsGone() throws {
      var objects = (0..<1000).map { _ in Counted() }
      weak let watched = objects.last
      #expect(try count() == 1000)
      // A weak reference moves the object's counts to a side table.
      #expect(watched != nil)
      objects.removeLast(400)
      #expect(watched == nil)
      #expect(try count() == 600)
      objects.removeAll()
      #expect(try count() == nil)
    }

    @Test func countsWhatNothingRefersTo() throws {
      let object = Generic<Int>()
      let reference = Unmanaged.passRetained(object)
      let generic = "HeapReadingTests.HeapCensusTests.Generic"
      #expect(try #require(HeapCensus.now()).instances[generic] == 1)
      reference.release()
    }

    @Test func tellsTheBytesInUse() throws {
      // Far more than the tests that run meanwhile take or give back. None of it is touched.
      let before = try #require(HeapCensus.now()?.bytes)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 << 30, alignment: 16)
      let during = try #require(HeapCensus.now()?.bytes)
      memory.deallocate()
      #expect(during - before > 1 << 30)
    }
  }

  @Suite(.disabled(if: Allocator.isGlibc && Processor.isProven)) struct ForeignHeapCensusTests {
    /// Under AddressSanitizer the writable memory is terabytes of shadow, besides.
    @Test func noCensusIsTakenOfAnotherAllocator() {
      #expect(HeapCensus.now() == nil)
    }
  }
#endif
