import CLeakBase
import LeakBase

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

  /// What a queue has to do has a function to call, the fifth word of a `dispatch_continuation_s` (libdispatch's
  /// `src/queue_internal.h`), and what to call it with behind it. What lies behind a shorter block, as the list of a queue's values, says
  /// nothing of it.
  var isWork: Bool {
    let function = UInt(crt_fact_continuation_function())
    guard size >= function + 16, let code = word(at: function) else { return false }
    return copy.compiler.map.isCode(Address(code))
  }
}
