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

  /// Where a continuation has the next of its queue, the function that it is to call, and what that is called with.
  private enum Continuation {
    static var next: UInt { UInt(crt_fact_continuation_next()) }
    static var function: UInt { UInt(crt_fact_continuation_function()) }
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
      let symbol = Self.typeSymbol(of: block, word: copy.word)
    else { return .other }
    if symbol.hasPrefix(Self.sourceType) { return .source }
    if symbol.hasPrefix("__OS_dispatch_queue_") { return .queue }
    return symbol.hasPrefix("__OS_dispatch_group_") ? .group : .other
  }

  private static let sourceType = "_dispatch_source_type_"

  /// The symbol of the table that says what a block is: its first word's, or behind the list that sources of events are in
  /// (`dispatch_unote_linkage_s` in `src/event/event_internal.h`), that of the source.
  static func typeSymbol(of block: UInt, word: (UInt) -> UInt?) -> String? {
    let first = word(block).flatMap(DispatchTable.symbol)
    if first != nil { return first }
    let linked = word(block &+ UInt(crt_fact_source_type())).flatMap(DispatchTable.symbol)
    return linked?.hasPrefix(sourceType) == true ? linked : nil
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
    guard LayoutFeature.dispatch.holds, kind(of: block) == .other,
      let function = copy.word(at: block &+ Continuation.function)
    else { return false }
    return copy.compiler.map.isCode(Address(function))
  }
}
