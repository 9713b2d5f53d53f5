import SeededRandom
import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

/// Which rows the programs write that stand for the lines of a unit.
@Suite struct LineProgramTests {
  /// A function of 0x40 bytes on the lines 10 to 13, and one of 0x10 bytes after it, on line 30 of the second file.
  private static let functions: [LineImage.Instruction] = [
    .address(0x1000), .advanceLine([9]), .column(3), .copy, .prologueEnd,
    .row(addressStep: 8, lineStep: 1), .advanceAddress(0x10), .row(addressStep: 0, lineStep: 2),
    .discriminator(2), .row(addressStep: 8, lineStep: -1), .unknown, .advanceFixed(0x20), .file(2),
    .advanceLine([18]), .copy, .advanceAddress(0x10), .end,
  ]

  @Test(
    arguments: [
      (0x1000, 10, 1), (0x1007, 10, 1), (0x1008, 11, 1), (0x1017, 11, 1), (0x1018, 13, 1),
      (0x101f, 13, 1), (0x1020, 12, 1), (0x103f, 12, 1), (0x1040, 30, 2), (0x104f, 30, 2),
    ] as [(UInt64, UInt64, UInt64)])
  func addressIsCovered(address: UInt64, line: UInt64, file: UInt64) {
    for version in [4, 5] as [UInt16] {
      let image = LineImage(version: version, instructions: Self.functions)
      let row = image.row(covering: address)
      #expect(row?.row.line == line && row?.row.file == file && row?.before == nil)
    }
  }

  @Test func addressesOutsideAreNot() {
    let image = LineImage(instructions: Self.functions)
    #expect(
      [0, 0xfff, 0x1050, .max].map { image.row(covering: $0, inFunctionAt: 0) } == [
        nil, nil, nil, nil,
      ])
    // Nor are those before the function, nor by a row that is another function's.
    #expect(image.row(covering: 0x1000, inFunctionAt: 0x1040) == nil)
    #expect(image.row(covering: 0x103f, inFunctionAt: 0x1030) == nil)
  }

  @Test func lastOfRowsAtOneAddressCounts() {
    let image = LineImage(instructions: [
      .address(0x1000), .copy, .row(addressStep: 0, lineStep: 4), .row(addressStep: 1, lineStep: 1),
      .end,
    ])
    #expect(image.row(covering: 0x1000)?.row.line == 5)
    #expect(image.row(covering: 0x1001) == nil)
  }

  @Test func sequencesAreApart() {
    let image = LineImage(instructions: [
      .address(0x2000), .advanceLine([6]), .copy, .advanceAddress(8), .end,
      .address(0x1000), .copy, .advanceAddress(8), .end,
    ])
    #expect(image.row(covering: 0x2004, inFunctionAt: 0x2000)?.row.line == 7)
    #expect(image.row(covering: 0x1004)?.row.line == 1)
    #expect(image.row(covering: 0x1008) == nil)
  }

  @Test func lineBeforeStandsForNone() {
    let image = LineImage(instructions: [
      .address(0x1000), .row(addressStep: 0, lineStep: 6), .row(addressStep: 4, lineStep: 2),
      // −9, which makes it 0.
      .advanceLine([0x77]), .row(addressStep: 4, lineStep: 0), .advanceAddress(8), .end,
    ])
    let before = LineProgram.Row(address: 0x1004, line: 9)
    #expect(image.row(covering: 0x1004) == LineProgram.Match(row: before))
    let without = LineProgram.Row(address: 0x1008, line: 0)
    #expect(image.row(covering: 0x1008) == LineProgram.Match(row: without, before: before))
    // The line before is another function's.
    #expect(
      image.row(covering: 0x1008, inFunctionAt: 0x1008) == LineProgram.Match(row: without))
  }

  @Test func stepsAreInInstructions() {
    let image = LineImage(
      instructionSize: 4,
      instructions: [
        .address(0x1000), .copy, .row(addressStep: 2, lineStep: 1), .addConstant,
        .row(addressStep: 0, lineStep: 1), .advanceAddress(1), .end,
      ])
    #expect(image.row(covering: 0x1007)?.row.line == 1)
    #expect(image.row(covering: 0x1008)?.row.line == 2)
    // The special instruction 255 steps over 17 instructions.
    #expect(image.row(covering: 0x1008 + 4 * 17 - 1)?.row.line == 2)
    #expect(image.row(covering: 0x1008 + 4 * 17)?.row.line == 3)
  }

  @Test func prologueEndIsTheFunctions() {
    let image = LineImage(instructions: [
      .address(0x1000), .prologueEnd, .copy, .row(addressStep: 8, lineStep: 1), .prologueEnd,
      .row(addressStep: 8, lineStep: 1), .advanceAddress(0x10), .copy, .prologueEnd,
      .row(addressStep: 4, lineStep: 1), .prologueEnd, .row(addressStep: 4, lineStep: 1),
      .advanceAddress(8), .prologueEnd, .end, .address(0x2000), .copy, .advanceAddress(8), .end,
    ])
    let functions: [(code: Range<UInt64>, end: UInt64?)] = [
      (0x1000..<0x1020, 0x1000), (0x1001..<0x1020, 0x1010), (0x1011..<0x1020, nil),
      (0x1020..<0x1030, 0x1024), (0x1030..<0x1031, nil), (0x2000..<0x2008, nil),
    ]
    LineImage.withHeader(image.bytes) { header in
      let program = header.flatMap(LineProgram.init)
      for function in functions {
        #expect(program?.prologueEnd(inFunctionWith: function.code) == function.end)
      }
    }
  }

  @Test func whatCannotBeCountedWithIsNotRead() {
    let images = [
      LineImage(version: 3, instructions: Self.functions),
      LineImage(version: 6, instructions: Self.functions),
      LineImage(operationsPerInstruction: 2, instructions: Self.functions),
      LineImage(lineRange: 0, instructions: Self.functions),
      LineImage(instructions: []),
    ]
    for image in images { #expect(image.row(covering: 0x1000) == nil) }
    let bytes = LineImage(instructions: Self.functions).bytes
    for count in 0..<bytes.count {
      #expect(LineImage.withHeader(Array(bytes.prefix(count))) { $0 == nil })
    }
  }

  @Test(arguments: [4, 5] as [UInt16]) func spoiltLinesDoNoHarm(version: UInt16) {
    let bytes = LineImage(version: version, instructions: Self.functions).bytes
    var same = 0
    for seed in Rounds.seeds(4_000) {
      var generator = SplitMix64(seed: seed)
      var spoilt = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let byte = [0, 0x7f, 0x80, 0xff, .random(in: 0...255, using: &generator)] as [UInt8]
        spoilt[.random(in: spoilt.indices, using: &generator)] = byte.randomElement(
          using: &generator)!
      }
      LineImage.withHeader(spoilt) { header in
        guard let program = header.flatMap(LineProgram.init) else { return }
        for address in [0, 0x1020, 0x1040, .max] as [UInt64] {
          let line = program.row(covering: address, inFunctionAt: min(address, 0x1000))?.row.line
          if address == 0x1020, line == 12 { same += 1 }
        }
        _ = program.prologueEnd(inFunctionWith: 0x1001..<0x1050)
      }
    }
    #expect((Rounds.of(400)...Rounds.of(3_600)).contains(same))
  }
}

/// Numbers of as many bytes as they need.
@Suite struct VariableNumberTests {
  @Test(
    arguments: [
      ([0x02], 2), ([0x7e], -2), ([0xff, 0x00], 127), ([0x81, 0x7f], -127), ([0x80, 0x01], 128),
      ([0x80, 0x7f], -128), ([0x40], -64), ([0x3f], 63),
      ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7f], .min),
      ([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00], .max), ([0x80], 0), ([], 0),
    ] as [([UInt8], Int64)])
  func signIsTheLastBytes(bytes: [UInt8], number: Int64) {
    bytes.withUnsafeBytes { buffer in
      var cursor = ByteCursor(
        FileBytes(
          start: Address(UInt(bitPattern: buffer.baseAddress)), count: buffer.count))
      #expect(cursor.signedVariableNumber() == number)
      #expect(cursor.isAtEnd)
    }
  }
}
