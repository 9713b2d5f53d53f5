@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

/// Writes the debug information of a small unit, in the format DWARF 4 or 5.
struct DebugImage {
  /// An entry with attributes, each by its code, and with entries in it.
  struct Entry: Sendable {
    var tag: UInt64
    /// What others refer to it by.
    var label = ""
    var attributes: [(code: UInt8, value: Value)] = []
    var entries: [Entry] = []
  }

  enum Value: Sendable {
    case text(String)
    case number(UInt64)
    case flag
    case address(UInt64)
    case addressIndex(UInt8)
    case expression([UInt8])
    case reference(String)
    /// The place of a list in its section, or its number.
    case list(UInt32)
    case listIndex(UInt8)
  }

  var version: UInt16 = 4
  var attributes: [(code: UInt8, value: Value)] = []
  var entries: [Entry] = []
  var addresses: [UInt8] = []
  var ranges: [UInt8] = []
  var locations: [UInt8] = []

  /// The bytes of the entries and of their abbreviations.
  private struct Writer {
    var information: [UInt8] = []
    var abbreviations: [UInt8] = []
    var places: [String: UInt32] = [:]
    var references: [(place: Int, label: String)] = []
    var count = 0

    mutating func write(_ entry: Entry) {
      count += 1
      let code = Self.number(UInt64(count))
      if !entry.label.isEmpty { places[entry.label] = UInt32(information.count) }
      information += code
      abbreviations += code + Self.number(entry.tag) + [entry.entries.isEmpty ? 0 : 1]
      for (attribute, value) in entry.attributes {
        // The codes above are LLVM's own.
        abbreviations += attribute == 0xe6 ? [0xe6, 0x7f] : Self.number(UInt64(attribute))
        write(value)
      }
      abbreviations += [0, 0]
      for entry in entry.entries { write(entry) }
      if !entry.entries.isEmpty { information += [0] }
    }

    private mutating func write(_ value: Value) {
      switch value {
      case .text(let text):
        abbreviations += [0x08]
        information += Array(text.utf8) + [0]
      case .number(let number):
        abbreviations += [0x0f]
        information += Self.number(number)
      case .flag: abbreviations += [0x19]
      case .address(let address):
        abbreviations += [0x01]
        information.append(address)
      case .addressIndex(let index):
        abbreviations += [0x1b]
        information.append(index)
      case .expression(let bytes):
        abbreviations += [0x18]
        information += [UInt8(bytes.count)] + bytes
      case .reference(let label):
        abbreviations += [0x13]
        references.append((information.count, label))
        information.append(UInt32(0))
      case .list(let offset):
        abbreviations += [0x17]
        information.append(offset)
      case .listIndex(let index):
        abbreviations += [0x22]
        information.append(index)
      }
    }

    static func number(_ number: UInt64) -> [UInt8] {
      number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7f | 0x80)] + Self.number(number >> 7)
    }
  }

  /// The bytes of the sections that `paths` are of.
  var bytes: [WritableKeyPath<DebugSections, FileBytes>: [UInt8]] {
    var writer = Writer()
    // The unit's length comes last, and the place of the abbreviations is 0.
    writer.information.append(UInt32(0))
    writer.information.append(version)
    writer.information += version < 5 ? [0, 0, 0, 0, 8] : [1, 8, 0, 0, 0, 0]
    writer.write(Entry(tag: 0x11, attributes: attributes, entries: entries))
    for (place, label) in writer.references {
      withUnsafeBytes(of: writer.places[label] ?? 0) {
        writer.information.replaceSubrange(place..<place + 4, with: $0)
      }
    }
    withUnsafeBytes(of: UInt32(writer.information.count - 4)) {
      writer.information.replaceSubrange(0..<4, with: $0)
    }
    return [
      \.information: writer.information, \.abbreviations: writer.abbreviations + [0],
      \.addresses: addresses, version < 5 ? \.ranges : \.rangeLists: ranges,
      version < 5 ? \.locations : \.locationLists: locations,
    ]
  }

  /// Calls `body` with the debug information that sections with these bytes make.
  static func withInformation<Result>(
    _ bytes: [WritableKeyPath<DebugSections, FileBytes>: [UInt8]],
    _ body: (DebugInformation) -> Result
  ) -> Result {
    var sections = DebugSections.empty
    let buffers = bytes.map { path, bytes in
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
      buffer.copyBytes(from: bytes)
      sections[keyPath: path] = FileBytes(
        start: Address(UInt(bitPattern: buffer.baseAddress)), count: bytes.count)
      return buffer
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    return body(DebugInformation(sections))
  }
}

extension DebugSections {
  static let empty = DebugSections(
    information: .empty, abbreviations: .empty, names: .empty, lines: .empty, strings: .empty,
    lineStrings: .empty, stringOffsets: .empty, addresses: .empty, ranges: .empty,
    rangeLists: .empty, locations: .empty, locationLists: .empty)
}
