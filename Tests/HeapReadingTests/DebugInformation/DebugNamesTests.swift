import SeededRandom
import TestOrder
import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

#if os(Linux) && _pointerBitWidth(_64)
  /// Names of this test's binary are found at the same places one by one and by an index.
  @Suite(.slow, .afterOthers) struct DebugNamesTests {
    @Test func indexAgreesWithTables() throws {
      let binary = try TestBinary()
      let names = Self.names(of: binary)
      let indexed = DebugNames(binary.information.sections)
      for _ in 0..<100 { _ = indexed.places(of: "") }
      var found = 0
      for (number, name) in names.enumerated() {
        let tag = number % 4 == 0 ? nil : DebugEntry.Tag.variable
        let places = indexed.places(of: name, tag: tag)
        #expect(
          DebugNames(binary.information.sections).places(of: name, tag: tag) == places, "\(name)")
        found += places.isEmpty ? 0 : 1
      }
      #expect(found > 20)
    }

    /// Whatever the names' sections have become, an index of them does no harm.
    @Test func spoiltTablesDoNoHarm() throws {
      let binary = try TestBinary()
      let sections = binary.information.sections
      let names = Self.names(of: binary)
      for seed in 0..<40 as Range<UInt64> {
        var generator = SplitMix64(seed: seed)
        // A table's header is followed by what it counts.
        let places = (0..<8).map { sections.names.start + 40 * $0 }
        binary.spoil(at: places, using: &generator) {
          let spoilt = DebugNames(sections)
          for name in names.prefix(80) { _ = spoilt.places(of: name) }
        }
      }
      for count in [0, 3, 40, 300, sections.names.count - 1] {
        var cut = sections
        cut.names = sections.names[0..<count]
        let names = DebugNames(cut)
        for _ in 0..<40 { #expect(names.places(of: "$s").isEmpty) }
      }
    }

    /// Some symbols of the tests' own, and others.
    private static func names(of binary: TestBinary) -> [String] {
      var generator = SplitMix64(seed: 7)
      let symbols = binary.file.symbols(of: .data) + binary.file.symbols(of: .function)
      return symbols.shuffled(using: &generator).prefix(2_000).compactMap(binary.file.name)
        .filter { $0.hasPrefix("$s16HeapReadingTests") || $0.hasPrefix("crt_") }
    }
  }
#endif
