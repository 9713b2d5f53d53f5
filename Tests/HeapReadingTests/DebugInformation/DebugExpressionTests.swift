import SeededRandom
import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

/// Where expressions say that variables are.
@Suite struct DebugExpressionTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var place: VariablePlace?

    init(_ testDescription: String, _ bytes: [UInt8], _ place: VariablePlace?) {
      (self.testDescription, self.bytes, self.place) = (testDescription, bytes, place)
    }
  }

  @Test(arguments: examples) func placeIsFound(_ example: Example) throws {
    #expect(try Self.place(example.bytes) == example.place)
  }

  static let examples: [Example] = [
    Example("addr", [0x03, 0x34, 0x12, 0, 0, 0, 0, 0, 0], .memory(0x1_1234)),
    Example("addrx", [0xa1, 1], .memory(0x1_1010)),
    Example("addrx of none", [0xa1, 9], nil),
    Example("reg3", [0x53], .register(3)), Example("regx", [0x90, 40], .register(40)),
    Example("breg6", [0x76, 0x78], .memory(0x5ff8)),
    Example("bregx", [0x92, 6, 0x08], .memory(0x6008)),
    Example("breg3, which is not known", [0x73, 0], nil),
    Example("fbreg", [0x91, 0x70], .memory(0x5ff0)),
    Example("fbreg, deref", [0x91, 0, 0x06], .memory(0x6111)),
    Example("call_frame_cfa", [0x9c], .memory(0x7000)),
    Example("entry_value", [0xa3, 1, 0x5e, 0x23, 0x18], .memory(0xe018)),
    Example("GNU_entry_value, deref", [0xf3, 1, 0x5e, 0x06], .memory(0xe111)),
    Example("entry_value of a register that is not known", [0xa3, 1, 0x53], nil),
    Example("entry_value of more than a register", [0xa3, 2, 0x7e, 0], nil),
    Example("entry_value, stack_value", [0xa3, 1, 0x5e, 0x9f], .value(0xe000)),
    Example("lit31, stack_value", [0x4f, 0x9f], .value(31)),
    Example("const1u", [0x08, 0xff, 0x9f], .value(255)),
    Example("const1s", [0x09, 0xff, 0x9f], .value(.max)),
    Example("const2u", [0x0a, 0xfe, 0xff, 0x9f], .value(0xfffe)),
    Example("const2s", [0x0b, 0xfe, 0xff, 0x9f], .value(.max - 1)),
    Example("const4u", [0x0c, 1, 0, 0, 0x80, 0x9f], .value(0x8000_0001)),
    Example("const4s", [0x0d, 1, 0, 0, 0x80, 0x9f], .value(0xffff_ffff_8000_0001)),
    Example("const8u", [0x0e, 1, 2, 3, 4, 5, 6, 7, 8, 0x9f], .value(0x0807_0605_0403_0201)),
    Example("const8s", [0x0f, 1, 2, 3, 4, 5, 6, 7, 0x88, 0x9f], .value(0x8807_0605_0403_0201)),
    Example("constu", [0x10, 0x80, 1, 0x9f], .value(128)),
    Example("consts", [0x11, 0x7f, 0x9f], .value(.max)),
    Example("dup, plus", [0x33, 0x12, 0x22, 0x9f], .value(6)),
    Example("drop", [0x33, 0x34, 0x13, 0x9f], .value(3)),
    Example("over, minus", [0x33, 0x35, 0x14, 0x1c, 0x9f], .value(2)),
    Example("pick", [0x33, 0x34, 0x35, 0x15, 2, 0x9f], .value(3)),
    Example("pick too deep", [0x33, 0x15, 1, 0x9f], nil),
    Example("swap, minus", [0x33, 0x35, 0x16, 0x1c, 0x9f], .value(2)),
    Example("and", [0x36, 0x33, 0x1a, 0x9f], .value(2)),
    Example("or", [0x36, 0x33, 0x21, 0x9f], .value(7)),
    Example("xor", [0x36, 0x33, 0x27, 0x9f], .value(5)),
    Example("shl", [0x33, 0x34, 0x24, 0x9f], .value(48)),
    Example("shr", [0x3f, 0x32, 0x25, 0x9f], .value(3)),
    Example("shr by too much", [0x3f, 0x08, 200, 0x25, 0x9f], .value(0)),
    Example("mul", [0x33, 0x34, 0x1e, 0x9f], .value(12)),
    Example("neg", [0x31, 0x1f, 0x9f], .value(.max)),
    Example("not", [0x30, 0x20, 0x9f], .value(.max)),
    Example("nop", [0x96, 0x33, 0x96, 0x9f, 0x96], .value(3)),
    Example("deref_size", [0x91, 0, 0x94, 1], .memory(0x11)),
    Example("deref_size of no size", [0x91, 0, 0x94, 3], nil),
    Example("deref of no memory", [0x30, 0x06], nil),
    Example("plus of one word", [0x33, 0x22], nil),
    Example("stack_value of nothing", [0x9f], nil),
    Example("stack_value, and more", [0x33, 0x9f, 0x34], nil),
    Example("a register, and more", [0x53, 0x34], nil),
    Example("piece", [0x53, 0x93, 8], nil), Example("a thread's own", [0x33, 0x9b], nil),
    Example("nothing", [], nil), Example("not known", [0xe9], nil),
    Example("cut off", [0x0e, 1, 2], nil),
    Example("long", Array(repeating: 0x31, count: 64), .memory(1)),
    Example("too long", Array(repeating: 0x31, count: 65), nil),
  ]

  @Test func frameBaseMayBeAnExpression() throws {
    #expect(try Self.place([0x91, 0x08], frameBase: [0x9c]) == .memory(0x7008))
    #expect(try Self.place([0x91, 0x08], frameBase: [0x76, 0x10]) == .memory(0x6018))
    // A base that is counted from itself, or is not known.
    #expect(try Self.place([0x91, 0x08], frameBase: [0x91, 0x08]) == nil)
    #expect(try Self.place([0x91, 0x08], frameBase: [0x53]) == nil)
    #expect(try Self.place([0x91, 0x08], frameBase: nil) == nil)
    #expect(try Self.place([0x53], frameBase: nil) == .register(3))
  }

  @Test func randomExpressionsDoNoHarm() throws {
    let codes: [UInt8] =
      Array(0x03...0x27) + Array(0x30...0x38) + [0x50, 0x76, 0x91, 0x94, 0x9c, 0x9f, 0xa1, 0xa3]
    try Self.withUnit { unit in
      for seed in Rounds.seeds(20_000) {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 0...24, using: &generator)
        let bytes = (0..<count).map { _ in
          Bool.random(using: &generator)
            ? codes.randomElement(using: &generator)! : .random(in: 0...255, using: &generator)
        }
        _ = Self.place(bytes, frameBase: bytes, in: unit)
      }
    }
  }

  private static func place(
    _ bytes: [UInt8], frameBase: [UInt8]? = [0x56]
  ) throws -> VariablePlace? {
    try withUnit { place(bytes, frameBase: frameBase, in: $0) }
  }

  private static func withUnit<Result>(_ body: (DebugUnit) -> Result) throws -> Result {
    let result = DebugImage.withInformation(DebugImage(version: 5).bytes) { information in
      DebugUnit(information.sections, at: 0).map(body)
    }
    return try #require(result)
  }

  private static func place(
    _ bytes: [UInt8], frameBase: [UInt8]?, in unit: DebugUnit
  ) -> VariablePlace? {
    bytes.withUnsafeBytes { bytes in
      (frameBase ?? []).withUnsafeBytes { base in
        DebugExpression(
          FileBytes(bytes), in: unit, frameBase: frameBase == nil ? nil : FileBytes(base))?
          .evaluate(KnownState())
      }
    }
  }
}

extension FileBytes {
  fileprivate init(_ bytes: UnsafeRawBufferPointer) {
    self.init(start: Address(UInt(bitPattern: bytes.baseAddress)), count: bytes.count)
  }
}

/// A frame of which some things are known.
struct KnownState: DebugMachineState {
  func register(_ number: Int) -> UInt64? { number == 6 ? 0x6000 : nil }
  func entryRegister(_ number: Int) -> UInt64? { number == 14 ? 0xe000 : nil }
  var canonicalFrameAddress: UInt64? { 0x7000 }
  func word(at address: UInt64) -> UInt64? { address < 0x1000 ? nil : address + 0x111 }
  var bias: UInt64 { 0x1_0000 }
}
