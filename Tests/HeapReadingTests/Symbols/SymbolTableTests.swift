import ChildProcess
import Foundation
import LeakHeapReading
import LeakSymbolication
import SeededRandom
import TestOrder
import Testing

@Suite(.afterOthers) struct SymbolTableTests {
  private static let image = ELFImage(symbols: [
    .init(name: "", address: 0, size: 0, type: 0, section: 0),
    .init(name: "second", address: 0x2000, size: 0x10),
    .init(name: "first", address: 0x1000, size: 0x20),
    .init(name: "alias", address: 0x1000, size: 0x20),
    .init(name: "imported", address: 0x1800, size: 8, section: 0),
    .init(name: "long", address: 0x9000, size: 0x4000),
    .init(name: "record", address: 0x20000, size: 8, type: 1),
    .init(name: "unsized", address: 0x30000, size: 0),
  ])

  /// What the table of `bytes` answers for addresses in and around the symbols.
  private func names(_ bytes: [UInt8], at addresses: [UInt64]) -> [String?]? {
    bytes.withUnsafeBytes { bytes in
      SymbolTable(elf: bytes).map { table in addresses.map(table.name(covering:)) }
    }
  }

  @Test(arguments: [2, 11] as [UInt32]) func symbolsAreFoundByAddress(tableType: UInt32) {
    var image = Self.image
    image.tableType = tableType
    #expect(
      names(image.bytes, at: [0xfff, 0x1000, 0x101f, 0x1020, 0x1800, 0x2000, 0x200f, 0x2010])
        == [nil, "first", "first", nil, nil, "second", "second", nil])
    #expect(
      names(image.bytes, at: [0x9000, 0xcfff, 0xd000, 0x20000, 0x20007, 0x20008, 0x30000, 0x30001])
        == ["long", "long", nil, "record", "record", nil, "unsized", nil])
    #expect(names(image.bytes, at: [0, .max]) == [nil, nil])
  }

  @Test func filesWithoutSymbolsHaveNoTable() {
    #expect(names([], at: []) == nil)
    #expect(names(Array("#!/bin/sh\n".utf8), at: []) == nil)
    #expect(names(Array(repeating: 0, count: 4096), at: []) == nil)
    var image = Self.image
    image.tableType = 1
    #expect(names(image.bytes, at: []) == nil)
    image = ELFImage(symbols: [])
    #expect(names(image.bytes, at: [0, 0x1000]) == [nil, nil])
  }

  @Test func truncatedFilesAreRefused() {
    let bytes = Self.image.bytes
    for length in bytes.indices {
      #expect(names(Array(bytes[..<length]), at: [0x1000]) == nil, "\(length) bytes")
    }
  }

  @Test func corruptedFilesDoNoHarm() {
    let addresses: [UInt64] = [0, 0x1000, 0x200f, 0xcfff, 0x20000, 0x30000, .max]
    let known: Set<String?> = ["first", "alias", "second", "long", "record", "unsized", "imported"]
    var answers = 0
    for seed in Rounds.seeds(3_000) {
      var generator = SeededGenerator(seed: seed)
      var bytes = Self.image.bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let position = Int.random(in: bytes.indices, using: &generator)
        bytes[position] = [0, 0x7f, 0x80, 0xff, .random(in: 0...255, using: &generator)]
          .randomElement(using: &generator)!
      }
      answers += names(bytes, at: addresses)?.count { known.contains($0) } ?? 0
    }
    #expect(answers > Rounds.of(3_000))
  }

  /// A binary that is rewritten in place while the process runs: the memory of its mapping goes.
  @Test(.aheadOfOthers) func filesThatAreCutShortDoNoHarm() async {
    await #expect(processExitsWith: .success) {
      let bytes = Self.image.bytes
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data(bytes).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let descriptor = open(file.path, O_RDWR)
      let memory = mmap(nil, bytes.count, PROT_READ, MAP_SHARED, descriptor, 0)!
      let mapped = UnsafeRawBufferPointer(start: memory, count: bytes.count)
      let (whole, cut) = (SymbolTable(elf: mapped)!, SymbolTable(elf: mapped)!)
      precondition(whole.name(covering: 0x1000) == "first")
      precondition(ftruncate(descriptor, 0) == 0)
      precondition(whole.name(covering: 0x1000) == nil)
      precondition(cut.name(covering: 0x1000) == nil)
      precondition(SymbolTable(elf: mapped) == nil)
    }
  }

  #if os(Linux) && _pointerBitWidth(_64)
    @Test(.enabled(if: nm != nil, "llvm-nm is not in the PATH"))
    func aBinaryAgreesWithNM() throws {
      // The test binary has very many.
      let path =
        Rounds.areAll
        ? try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        : try ChildProcess(product: "heapstress").executable.path
      let file = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
      let listed = try functions(listedByNMIn: path)
      #expect(listed.count > 1000)
      file.withUnsafeBytes { bytes in
        guard let table = SymbolTable(elf: bytes) else {
          Issue.record("the test binary has no symbol table")
          return
        }
        for (address, names) in listed {
          let name = table.name(covering: address)
          #expect(name.map(names.contains) == true, "\(String(address, radix: 16)): \(names)")
        }
      }
    }

    /// The names of a part of the functions in `path`, by address.
    private func functions(listedByNMIn path: String) throws -> [UInt64: Set<String>] {
      let text = try ChildProcess(
        #require(nm), ["--format=sysv", "--defined-only", path]
      ).run().output
      var names: [UInt64: Set<String>] = [:]
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
        let fields = line.split(separator: UInt8(ascii: "|")).map { Self.trimmed($0) }
        guard fields.count > 3, fields[3] == "FUNC", let address = UInt64(fields[1], radix: 16),
          address % 7 == 0 || address % 64 == 0
        else { continue }
        names[address, default: []].insert(fields[0])
      }
      return names
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
      String(Substring(text)).trimmingCharacters(in: .whitespaces)
    }
  #endif
}

/// Where `llvm-nm` is.
private let nm = ChildProcess.tool("llvm-nm")

/// The same numbers on every run: Sebastiano Vigna's public-domain `splitmix64`.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
