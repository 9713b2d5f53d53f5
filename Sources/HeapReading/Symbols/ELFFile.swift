/// The symbols of a 64-bit little-endian ELF file.
///
/// The layout is that of the System V ABI, chapters *Object Files* and *Symbol Table*. Nothing in the file is
/// believed: every offset is checked against the file's length.
struct ELFFile {
  /// Sizes of the structures, and section types and symbol types that matter here.
  private enum Layout {
    static let header = 64
    static let sectionHeader = 64
    static let symbol = 24
    static let symbolTable: UInt32 = 2
    static let dynamicSymbolTable: UInt32 = 11
    static let firstReservedSection: UInt16 = 0xff00
    static let object: UInt8 = 1
    static let function: UInt8 = 2
    static let indirectFunction: UInt8 = 10
  }

  private let bytes: UnsafeRawBufferPointer
  private var symbolTable: Range<Int>
  private var strings: Range<Int>

  /// Finds the symbol table in a file's bytes, which must outlive this value; `nil` when there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    symbolTable = 0..<0
    strings = 0..<0
    guard bytes.count >= Layout.header, bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]),
      Int(load(UInt16.self, 58)) == Layout.sectionHeader,
      let sections = range(
        offset: load(UInt64.self, 40), count: sectionCount * Layout.sectionHeader),
      let table = Self.section(Layout.symbolTable, sections, bytes)
        ?? Self.section(Layout.dynamicSymbolTable, sections, bytes),
      load(UInt64.self, table + 56) == Layout.symbol,
      let symbolTable = range(
        offset: load(UInt64.self, table + 24), size: load(UInt64.self, table + 32))
    else { return nil }
    let link = sections.lowerBound + Int(load(UInt32.self, table + 40)) * Layout.sectionHeader
    guard link + Layout.sectionHeader <= sections.upperBound,
      let strings = range(offset: load(UInt64.self, link + 24), size: load(UInt64.self, link + 32))
    else { return nil }
    self.symbolTable = symbolTable
    self.strings = strings
  }

  /// The functions or the data that the file defines.
  ///
  /// - Complexity: O(*n*) in the number of symbols.
  func symbols(of kind: SymbolTable.Kind) -> [SymbolTable.Symbol] {
    var symbols: [SymbolTable.Symbol] = []
    guard let base = bytes.baseAddress else { return [] }
    symbols.reserveCapacity(symbolTable.count / Layout.symbol)
    var offset = symbolTable.lowerBound
    while offset <= symbolTable.upperBound - Layout.symbol {
      let symbol = base + offset
      offset += Layout.symbol
      let type = symbol.load(fromByteOffset: 4, as: UInt8.self) & 0xf
      switch kind {
      case .function: if type != Layout.function, type != Layout.indirectFunction { continue }
      case .data: if type != Layout.object { continue }
      }
      let section = symbol.loadUnaligned(fromByteOffset: 6, as: UInt16.self)
      guard section != 0, section < Layout.firstReservedSection else { continue }
      symbols.append(
        SymbolTable.Symbol(
          address: symbol.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
          size: symbol.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
          name: symbol.loadUnaligned(as: UInt32.self)))
    }
    return symbols
  }

  /// The name of `symbol`, or `nil` when it is empty or does not end within the file.
  func name(of symbol: SymbolTable.Symbol) -> String? {
    guard Int(symbol.name) < strings.count else { return nil }
    let start = bytes[strings].dropFirst(Int(symbol.name))
    guard let end = start.firstIndex(of: 0), end > start.startIndex else { return nil }
    return String(decoding: start[..<end], as: UTF8.self)
  }

  private var sectionCount: Int { Int(load(UInt16.self, 60)) }

  /// The offset of the header of the first section of `type`.
  private static func section(
    _ type: UInt32, _ sections: Range<Int>, _ bytes: UnsafeRawBufferPointer
  ) -> Int? {
    stride(from: sections.lowerBound, to: sections.upperBound, by: Layout.sectionHeader).first {
      bytes.loadUnaligned(fromByteOffset: $0 + 4, as: UInt32.self) == type
    }
  }

  private func range(offset: UInt64, count: Int) -> Range<Int>? {
    range(offset: offset, size: UInt64(count))
  }

  /// The bytes from `offset`, if the file has that many.
  private func range(offset: UInt64, size: UInt64) -> Range<Int>? {
    let (end, overflows) = offset.addingReportingOverflow(size)
    guard !overflows, end <= UInt64(bytes.count) else { return nil }
    return Int(offset)..<Int(end)
  }

  private func load<Value: BitwiseCopyable>(_ type: Value.Type, _ offset: Int) -> Value {
    bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }
}
