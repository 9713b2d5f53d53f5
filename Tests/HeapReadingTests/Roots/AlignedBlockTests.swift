#if os(Linux)
  import CLeakBase
  import Foundation
  import LeakBase
  import LeakHeapReading
  import TestOrder
  import Testing

  /// Blocks with a mapping of their own that `posix_memalign` moves into it, because they are to be aligned: to no more than 16, to
  /// what a vector is aligned to, and to a page and more.
  @Suite(.slow, .disabled(if: Sanitizer.isAny, "no process is searched under a sanitizer"))
  struct AlignedBlockTests {
    private static let alignments = (4...16).map { 1 << $0 }
    /// More than glibc ever takes out of an arena (`DEFAULT_MMAP_THRESHOLD_MAX`).
    private static let size = 33 << 20

    private static func block(alignedTo alignment: Int) -> UnsafeMutableRawPointer {
      var block: UnsafeMutableRawPointer?
      precondition(posix_memalign(&block, alignment, size) == 0)
      return block!
    }

    @Test func areBlocksOfTheProcess() {
      let blocks = Self.alignments.map(Self.block)
      defer { for block in blocks { free(block) } }
      let map = MemoryMap()
      #expect(
        blocks.map { map.blockSize(at: Address(UInt(bitPattern: $0))) }
          == blocks.map { Int(crt_usable_size(UInt(bitPattern: $0))) })
    }

    private final class Item {}

    private enum Shelf {
      nonisolated(unsafe) static var storages: ContiguousArray<ContiguousArray<Item>> = []
    }

    @Test(.aheadOfOthers) func areBlocksOfTheCopy() async {
      await #expect(processExitsWith: .success) {
        let items = Self.alignments.map { _ in Item() }
        // The storage of an array of one item each, as it is, in an aligned block: nobody releases it.
        for (item, alignment) in zip(items, Self.alignments) {
          let storage = Self.block(alignedTo: alignment)
          withUnsafeBytes(of: ContiguousArray([item])) { array in
            let original = array.load(as: UnsafeRawPointer.self)
            storage.copyMemory(from: original, byteCount: crt_fact_array_elements() + 8)
          }
          Shelf.storages.append(unsafeBitCast(storage, to: ContiguousArray<Item>.self))
        }
        let witnesses = items.map { ObjectWitness($0) }
        let kept = HeapReader.shared.kept(among: witnesses.map(\.maskedAddress))
        withExtendedLifetime(items) { precondition(kept == items.map { _ in 1 }) }
      }
    }

    /// What Swift aligns so: the elements are vectors.
    private final class Lanes: ManagedBuffer<Item, SIMD8<Float>> {}

    private enum Pool {
      nonisolated(unsafe) static var scratch: Lanes?
    }

    @Test(.aheadOfOthers) func aBufferOfVectorsIsKept() async {
      await #expect(processExitsWith: .success) {
        let item = Item()
        Pool.scratch = unsafeDowncast(
          Lanes.create(minimumCapacity: 1 << 20) { _ in item }, to: Lanes.self)
        let witnesses = [ObjectWitness(Pool.scratch!), ObjectWitness(item)]
        let kept = HeapReader.shared.kept(among: witnesses.map(\.maskedAddress))
        withExtendedLifetime(item) { precondition(kept == [1, 1]) }
      }
    }
  }
#endif
