import CLeakBase
import LeakBase
import LeakSymbolication

/// The tables of libdispatch's that say what a block is.
///
/// Each has a symbol, which a stripped library has not. Then the table's own text tells the symbol: the first word of a type of
/// sources leads to it (`dst_kind` in `src/event/event_internal.h`), and a later one of a type of objects (`do_kind` in
/// `src/object_internal.h`), which begins with functions.
enum DispatchTable {
  /// What is known of words that are no symbols: the tables are few.
  private static let known = VisibleMutex<[UInt: String?]>([:])

  /// The symbol of what is at `address`, or the one that the table there would have.
  static func symbol(at address: UInt) -> String? {
    if let symbol = Symbolizer.symbol(at: address) { return symbol }
    guard address & 7 == 0, isInDispatch(address) else { return nil }
    return known.withLock { known in
      if let symbol = known[address] { return symbol }
      let symbol = MemoryGuard.reading { readSymbol(at: Address(address)) }
      known[address] = symbol
      return symbol
    }
  }

  private static func isInDispatch(_ address: UInt) -> Bool {
    LoadedImage.bias(at: address) != nil
      && LoadedImage(at: address)?.fileName?.hasPrefix("libdispatch.") == true
  }

  private static func readSymbol(at table: Address) -> String? {
    let map = MemoryMap()
    func text(at offset: Int) -> String? {
      guard map.isInImage(table, length: offset + 8) else { return nil }
      let place = table.address(at: offset)
      guard map.isInImage(place, length: 32) else { return nil }
      let text = place.string(limit: 32)
      let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      return isPlain && (4..<32).contains(text.utf8.count) ? text : nil
    }
    // Functions are no text.
    if let kind = text(at: 0) {
      return "_dispatch_source_type_" + (kind == "timer (after)" ? "after" : kind)
    }
    return text(at: crt_fact_dispatch_kind()).map { "__OS_dispatch_\($0)_vtable" }
  }
}
