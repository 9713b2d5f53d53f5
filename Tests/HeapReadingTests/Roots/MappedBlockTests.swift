#if os(Linux)
  import CLeakBase
  import Foundation
  import LeakBase
  import LeakHeapReading
  import TestOrder
  import Testing

  /// Blocks of malloc's that are mappings of their own, and that the system puts wherever there is room.
  @Suite(.disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  struct MappedBlockTests {
    private final class Item {}

    private enum Shelf {
      nonisolated(unsafe) static var items: ContiguousArray<Item> = []
    }

    /// The system makes one region of a library's variables and of memory that is mapped right behind them.
    @Test(.aheadOfOthers) func `What an array keeps beside a library's variables is kept`() async {
      await #expect(processExitsWith: .success) {
        let items = ContiguousArray((0..<100).map { _ in Item() })
        let length = 1 << 19
        let block = blockBehindVariables(length: length)
        // The array's storage, as it is, in a block as malloc makes it: nobody releases it.
        block.storeBytes(
          of: UInt(length) | UInt(crt_fact_chunk_is_mapping()), toByteOffset: 8, as: UInt.self)
        let storage = block + crt_fact_chunk_header()
        items.withUnsafeBytes {
          let header = crt_fact_array_elements()
          storage.copyMemory(from: $0.baseAddress! - header, byteCount: header + $0.count)
        }
        Shelf.items = unsafeBitCast(storage, to: ContiguousArray<Item>.self)
        let witnesses = items.map { ObjectWitness($0) }
        let kept = HeapReader.shared.kept(among: witnesses.map(\.maskedAddress))
        withExtendedLifetime(items) { precondition(kept == items.map { _ in 1 }) }
      }
    }
  }

  /// Memory right behind the variables of the first library that has so much room there.
  private func blockBehindVariables(length: Int) -> UnsafeMutableRawPointer {
    let image = UInt32(CRT_REGION_IMAGE)
    let variables = UInt32(CRT_REGION_READABLE | CRT_REGION_WRITABLE)
    let regions = MemoryMap().regions
    for (index, region) in regions.enumerated().dropFirst().dropLast()
    where region.flags & (variables | image) == variables
      && regions[index - 1].flags & (variables | image) == variables | image
      && regions[index - 1].end == region.start
      && regions[index + 1].start - region.end >= UInt(length)
    {
      let fixedWhereFree: CInt = 0x100000  // MAP_FIXED_NOREPLACE
      let block = mmap(
        UnsafeMutableRawPointer(bitPattern: UInt(region.end)), length, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | fixedWhereFree, -1, 0)
      if let block, block != MAP_FAILED {
        let joined = MemoryMap().readableRegion(around: Address(UInt(bitPattern: block)))
        precondition(joined.contains(UInt(region.start)), "the system has made one region of both")
        return block
      }
    }
    fatalError("no library has room behind its variables")
  }
#endif
