import CLeakBase
import LeakBase

/// The symbols of a 64-bit little-endian ELF file.
///
/// The layout is that of the System V ABI, chapters *Object Files* and *Symbol Table*. Nothing in the file is
/// believed: every offset is checked against the file's length. Nor is the file: who cuts a mapped file short takes
/// the memory away, so it is read under a ``MemoryGuard``, and what is gone reads as zeros.
struct ELFFile {
  /// Sizes of the structures, and section types that matter here.
  private enum Layout {
    static let header = 64
    static let sectionHeader = 64
    static let symbol = 24
    static let symbolTable: UInt32 = 2
    static let withoutBytes: UInt32 = 8
    static let dynamicSymbolTable: UInt32 = 11
    static let compressed: UInt = 0x800
  }

  let start: Address
  private let count: Int
  private var symbolTable: Range<Int>
  private var strings: Range<Int>

  /// Finds the symbol table in a file's bytes, which must outlive this value; `nil` when there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    start = Address(UInt(bitPattern: bytes.baseAddress))
    count = bytes.count
    symbolTable = 0..<0
    strings = 0..<0
    // The magic number, 64 bits, little-endian.
    guard count >= Layout.header, start.uint32() == 0x464C_457F, start.uint16(at: 4) == 0x0102,
      Int(start.uint16(at: 58)) == Layout.sectionHeader, let sections = sectionHeaders,
      let table = section(Layout.symbolTable, sections)
        ?? section(Layout.dynamicSymbolTable, sections),
      start.word(at: table + 56) == Layout.symbol,
      let symbolTable = range(at: table + 24, size: UInt64(start.word(at: table + 32)))
    else { return nil }
    let link = sections.lowerBound + Int(start.uint32(at: table + 40)) * Layout.sectionHeader
    guard link + Layout.sectionHeader <= sections.upperBound,
      let strings = range(at: link + 24, size: UInt64(start.word(at: link + 32)))
    else { return nil }
    self.symbolTable = symbolTable
    self.strings = strings
  }

  /// The functions or the data that the file defines: those whose names begin with `prefix`, and end in one of `endings`, pairs of
  /// characters, if there are any.
  ///
  /// - Complexity: O(*n*) in the number of symbols.
  func symbols(
    of kind: SymbolKind, named prefix: String = "", endingIn endings: String = ""
  ) -> [Symbol] {
    var table = crt_elf_symbols(
      symbols: (start + symbolTable.lowerBound).bits, count: symbolTable.count / Layout.symbol,
      strings: (start + strings.lowerBound).bits, strings_size: strings.count)
    return prefix.withCString { text in
      endings.withCString { endings in
        var filter = crt_elf_filter(
          is_function: kind == .function, prefix: text, prefix_length: prefix.utf8.count,
          endings: endings)
        return Self.symbols(of: &table, &filter)
      }
    }
  }

  private static func symbols(
    of table: inout crt_elf_symbols, _ filter: inout crt_elf_filter
  ) -> [Symbol] {
    let room = 4096
    var symbols: [Symbol] = []
    withUnsafeTemporaryAllocation(of: crt_elf_symbol.self, capacity: room) { found in
      var next = 0
      var count = room
      while count == room {
        count = crt_elf_next_symbols(&table, &filter, &next, found.baseAddress, room)
        symbols += found[..<count].lazy.map { symbol in
          Symbol(address: symbol.value, size: symbol.size, name: symbol.name)
        }
      }
    }
    return symbols
  }

  /// The name of `symbol`, or `nil` when it is empty or does not end within the file.
  func name(of symbol: Symbol) -> String? {
    guard Int(symbol.name) < strings.count else { return nil }
    let first = start + strings.lowerBound + Int(symbol.name)
    let limit = strings.count - Int(symbol.name)
    let name = first.string(limit: limit)
    return name.isEmpty || name.utf8.count >= limit ? nil : name
  }

  /// The bytes of the section with this name, unless they are compressed; `nil` when there is none.
  func section(named name: String) -> FileBytes? {
    guard let sections = sectionHeaders else { return nil }
    let names = sections.lowerBound + Int(start.uint16(at: 62)) * Layout.sectionHeader
    guard names + Layout.sectionHeader <= sections.upperBound,
      let texts = range(at: names + 24, size: UInt64(start.word(at: names + 32)))
    else { return nil }
    for header in stride(
      from: sections.lowerBound, to: sections.upperBound, by: Layout.sectionHeader)
    {
      let text = Int(start.uint32(at: header))
      guard text < texts.count,
        (start + texts.lowerBound + text).string(limit: min(32, texts.count - text)) == name
      else { continue }
      guard start.uint32(at: header + 4) != Layout.withoutBytes,
        start.word(at: header + 8) & Layout.compressed == 0,
        let range = range(at: header + 24, size: UInt64(start.word(at: header + 32)))
      else { return nil }
      return FileBytes(start: start + range.lowerBound, count: range.count)
    }
    return nil
  }

  /// Where the headers of the sections are.
  private var sectionHeaders: Range<Int>? {
    range(at: 40, size: UInt64(start.uint16(at: 60)) * UInt64(Layout.sectionHeader))
  }

  /// The offset of the header of the first section of `type`.
  private func section(_ type: UInt32, _ sections: Range<Int>) -> Int? {
    stride(from: sections.lowerBound, to: sections.upperBound, by: Layout.sectionHeader).first {
      start.uint32(at: $0 + 4) == type
    }
  }

  /// The `size` bytes from the offset that the file tells at `place`, if it has that many.
  func range(at place: Int, size: UInt64) -> Range<Int>? {
    let offset = UInt64(start.word(at: place))
    let (end, overflows) = offset.addingReportingOverflow(size)
    guard !overflows, end <= UInt64(count) else { return nil }
    return Int(offset)..<Int(end)
  }
}
