import CLeakBase
import CLeakHeapRoots
import LeakBase
import LeakHeapReading

/// A block of the copy, as far as it reaches. What is inside another block, as the task of an `async let` is in its parent's
/// memory, has any word where a block has its size.
struct CopiedBlock {
  /// No structure of Dispatch's is as long.
  private static let longest: UInt = 1 << 12

  let address: UInt
  let size: UInt
  let copy: ProcessCopy

  init(at address: UInt, in copy: ProcessCopy) {
    self.address = address
    self.copy = copy
    // Dispatch aligns none of its structures: if one has a mapping of its own, its chunk begins that.
    size =
      copy.word(at: address &- UInt(crt_fact_chunk_header()) &+ UInt(crt_fact_chunk_size())).map {
        min(UInt(bitPattern: crt_glibc_usable_size(0, $0)), Self.longest)
      } ?? 0
  }

  func word(at offset: UInt) -> UInt? {
    offset &+ 8 <= size ? copy.word(at: address &+ offset) : nil
  }
}
