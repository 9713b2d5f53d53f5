import CLeakBase
import CLeakHeapRoots
import LeakBase
import LeakHeapReading

/// What blocks of memory of libdispatch's are, as far as they keep work.
///
/// Sources: `dispatch_continuation_s` in `src/queue_internal.h`, `dispatch_source_refs_s` and the tables of types in
/// `src/event/event_internal.h` and `src/event/event.c` of libdispatch. A block begins with the address of a table that
/// says what it is; a continuation begins with flags.
struct DispatchStructures {
  let copy: ProcessCopy

  /// Where a continuation has the next of its queue, and what its function is called with.
  private enum Continuation {
    static var next: UInt { UInt(crt_fact_continuation_next()) }
    static var context: UInt { UInt(crt_fact_continuation_context()) }
  }

  /// What a block begins with.
  enum Kind: Hashable {
    /// The record of a source: a timer, a block of `asyncAfter`, an event.
    case source
    case queue
    case group
    case other
  }

  /// What the block is, by the symbol of the table that it has.
  func kind(of block: UInt) -> Kind {
    guard LayoutFeature.dispatch.holds,
      let symbol = Self.table(of: block, word: copy.word)?.symbol
    else { return .other }
    if symbol.hasPrefix(Self.sourceType) { return .source }
    if symbol.hasPrefix("__OS_dispatch_queue_") { return .queue }
    return symbol.hasPrefix("__OS_dispatch_group_") ? .group : .other
  }

  static let sourceType = "_dispatch_source_type_"

  /// The table that says what a block is, by its symbol, and where in the block the table's address stands: at its beginning, or behind
  /// the list that sources of events are in (`dispatch_unote_linkage_s` in `src/event/event_internal.h`), where the source's record
  /// begins.
  static func table(
    of block: UInt, word: (UInt) -> UInt?
  ) -> (symbol: String, offset: UInt)? {
    if let symbol = word(block).flatMap(DispatchTable.symbol) { return (symbol, 0) }
    let offset = UInt(crt_fact_source_type())
    guard let linked = word(block &+ offset).flatMap(DispatchTable.symbol),
      linked.hasPrefix(sourceType)
    else { return nil }
    return (linked, offset)
  }

  /// Whether the word at `slot` of the block is where such a block keeps its work, or the next: `target` is a block of a
  /// closure's, or a continuation.
  func keeps(_ target: UInt, at slot: UInt, of block: UInt) -> Bool {
    let offset = slot &- block
    if copy.word(at: target) == copy.compiler.symbols.mallocBlock.bits {
      return offset == Continuation.context && isContinuation(block)
    }
    guard isContinuation(target) else { return false }
    switch kind(of: block) {
    case .source, .queue, .group: return true
    case .other: return offset == Continuation.next && isContinuation(block)
    }
  }

  /// Whether a block is a continuation: it has a function to call.
  private func isContinuation(_ block: UInt) -> Bool {
    LayoutFeature.dispatch.holds && kind(of: block) == .other
      && CopiedBlock(at: block, in: copy).isWork
  }
}
