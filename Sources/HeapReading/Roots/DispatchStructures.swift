import CRuntime

/// What blocks of memory of libdispatch's are, as far as they keep work.
///
/// Sources: `dispatch_continuation_s` in `src/queue_internal.h`, `dispatch_source_refs_s` and the tables of types in
/// `src/event/event_internal.h` and `src/event/event.c` of libdispatch. A block begins with the address of a table that
/// says what it is, which has a symbol; a continuation begins with flags.
struct DispatchStructures {
  let copy: ProcessCopy

  /// Where a continuation has the next of its queue, the function that it is to call, and what that is called with.
  private enum Continuation {
    static let next: UInt = 16
    static let function: UInt = 32
    static let context: UInt = 40
  }

  /// In a continuation that a thread keeps as a spare one, where the count of those from it to the end of the list is.
  private static let spareCountOffset: UInt = 8
  private static let mostSpare = 1 << 14

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
    guard let symbol = Self.typeSymbol(of: block, word: copy.word) else { return .other }
    if symbol.hasPrefix(Self.sourceType) { return .source }
    if symbol.hasPrefix("__OS_dispatch_queue_") { return .queue }
    return symbol.hasPrefix("__OS_dispatch_group_") ? .group : .other
  }

  private static let sourceType = "_dispatch_source_type_"

  /// The symbol of the table that says what a block is: its first word's, or behind the list that sources of events are in
  /// (`dispatch_unote_linkage_s` in `src/event/event_internal.h`), the fourth's.
  static func typeSymbol(of block: UInt, word: (UInt) -> UInt?) -> String? {
    let first = word(block).flatMap(Symbolizer.symbol)
    if first != nil { return first }
    let linked = word(block &+ 24).flatMap(Symbolizer.symbol)
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

  /// The continuations that threads keep as spare ones. Each still has the function and the context of its last block. A thread
  /// has a list of them in its variables, in which each has the count of those from it to the end (`dispatch_cache_key` in
  /// `src/shims/tsd.h`, `_dispatch_continuation_free_cacheonly` in `src/inline_internal.h`).
  func spareContinuations() -> Set<UInt> {
    var spare: Set<UInt> = []
    for index in 0..<crt_search_thread_count(copy.search) {
      let thread = crt_search_thread(copy.search, index)
      for slot in stride(from: thread.variables_start, to: thread.variables_end, by: 8) {
        if let first = copy.word(at: slot), let list = spareList(from: first) {
          spare.formUnion(list)
        }
      }
    }
    return spare
  }

  /// The list of spare continuations that begins at `first`, which may be any word.
  private func spareList(from first: UInt) -> [UInt]? {
    guard let count = spareCount(first), count > 0, count <= Self.mostSpare,
      isContinuation(first)
    else { return nil }
    var list = [first]
    while list.count < count {
      guard let next = copy.word(at: list[list.count - 1] + Continuation.next),
        spareCount(next) == count - list.count
      else { return nil }
      list.append(next)
    }
    return copy.word(at: list[list.count - 1] + Continuation.next) == 0 ? list : nil
  }

  private func spareCount(_ block: UInt) -> Int? {
    guard block > 0x10000, block & 15 == 0, block < 1 << 47 else { return nil }
    return copy.word(at: block + Self.spareCountOffset).map { Int($0 & 0xFFFF_FFFF) }
  }

  /// Whether a block is a continuation: it has a function to call.
  private func isContinuation(_ block: UInt) -> Bool {
    guard kind(of: block) == .other,
      let function = copy.word(at: block + Continuation.function)
    else { return false }
    return copy.compiler.map.isCode(Address(function))
  }
}
