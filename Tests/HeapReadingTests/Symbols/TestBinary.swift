import Foundation
import SeededRandom
import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

#if os(Linux) && _pointerBitWidth(_64)
  /// A copy of this test's binary in memory, whose debug information can be spoilt.
  final class TestBinary {
    private let bytes: UnsafeMutableRawBufferPointer
    let file: ELFFile
    let information: DebugInformation

    init() throws {
      let data = try Data(
        contentsOf: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
        options: .alwaysMapped)
      bytes = .allocate(byteCount: data.count, alignment: 16)
      bytes.copyBytes(from: data)
      file = try #require(ELFFile(UnsafeRawBufferPointer(bytes)))
      information = try #require(DebugInformation(file))
    }

    deinit {
      bytes.deallocate()
    }

    /// Where the code of the function `name` begins, and an address in it.
    func code(of name: String) throws -> (start: UInt64, address: UInt64) {
      let function = try #require(
        file.symbols(of: .function).first { file.name(of: $0) == name && $0.size > 1 })
      return (function.address, function.address + function.size / 2)
    }

    /// Where the bytes begin that the answer for the function `name` depends on: its table of names, its unit,
    /// its entry, and their abbreviations, files and lines.
    func places(ofBytesFor name: String) throws -> [Address] {
      let sections = information.sections
      let place = try #require(DebugNames(sections).places(of: name).first)
      let unit = try #require(DebugUnit(sections, at: place.unit))
      // The fourth member of a unit's header in DWARF 4.
      let abbreviations = sections.information.start.uint32(at: Int(place.unit) + 6)
      let header = try #require(unit.lineHeader)
      return try [
        (sections.names, 0), (sections.information, place.unit),
        (sections.information, place.unit + place.entry),
        (sections.abbreviations, UInt64(abbreviations)), (sections.lines, #require(unit.lines)),
        (header.program, 0), (header.program, UInt64(header.program.count / 2)),
      ].map { section, offset in section.start + Int(offset) }
    }

    /// Calls `body` while some bytes near `places` are others.
    func spoil(
      at places: [Address], using generator: inout SplitMix64, _ body: () -> Void
    ) {
      var before: [(offset: Int, byte: UInt8)] = []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = places.randomElement(using: &generator)!
        let offset =
          Int(place.bits - UInt(bitPattern: bytes.baseAddress))
          + Int.random(in: 0..<40, using: &generator)
        before.append((offset, bytes[offset]))
        bytes[offset] = [0, 0x7f, 0x80, 0xff, .random(in: 0...255, using: &generator)]
          .randomElement(using: &generator)!
      }
      body()
      for (offset, byte) in before.reversed() { bytes[offset] = byte }
    }
  }
#endif
