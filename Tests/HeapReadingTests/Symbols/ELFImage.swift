/// Writes small ELF files.
struct ELFImage {
  struct Symbol {
    var name: String
    var address: UInt64
    var size: UInt64
    /// The symbol's type: 1 is data, 2 a function.
    var type: UInt8 = 2
    /// The section that defines it; 0 when it is defined elsewhere.
    var section: UInt16 = 1
  }

  var symbols: [Symbol]

  /// The type of the section that holds the symbols: 2 is `.symtab`, 11 `.dynsym`.
  var tableType: UInt32 = 2

  /// A header, three section headers (none, symbols, strings), the symbols and their names.
  var bytes: [UInt8] {
    var strings: [UInt8] = [0]
    var table: [UInt8] = []
    for symbol in symbols {
      table.append(UInt32(strings.count))
      table += [symbol.type, 0]
      table.append(symbol.section)
      table.append(symbol.address)
      table.append(symbol.size)
      strings += Array(symbol.name.utf8) + [0]
    }
    let tableStart = 64 + 3 * 64
    var file: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9)
    file.append(UInt16(3))
    file.append(UInt16(62))
    file.append(UInt32(1))
    file.append(UInt64(0))
    file.append(UInt64(0))
    file.append(UInt64(64))
    file.append(UInt32(0))
    for value in [64, 0, 0, 64, 3, 2] as [UInt16] { file.append(value) }
    file += Array(repeating: 0, count: 64)
    file += section(tableType, start: tableStart, size: table.count, link: 2, entry: 24)
    file += section(3, start: tableStart + table.count, size: strings.count, link: 0, entry: 0)
    return file + table + strings
  }

  private func section(
    _ type: UInt32, start: Int, size: Int, link: UInt32, entry: UInt64
  ) -> [UInt8] {
    var header: [UInt8] = []
    header.append(UInt32(0))
    header.append(type)
    for value in [0, 0, UInt64(start), UInt64(size)] { header.append(value) }
    header.append(link)
    header.append(UInt32(0))
    header.append(UInt64(8))
    header.append(entry)
    return header
  }
}

extension [UInt8] {
  mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
