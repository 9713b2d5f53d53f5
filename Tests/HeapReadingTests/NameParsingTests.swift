import SeededRandom
import Testing

@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

/// Names as the compiler mangles them and as the runtime prints them.
struct NameParsingTests {
  @Test(arguments: [
    ("x", 0, 0), ("q_", 0, 1), ("q0_", 0, 2), ("q12_", 0, 14), ("qd__", 1, 0), ("qd_0_", 1, 1),
    ("qd0__", 2, 0), ("qd0_3_", 2, 4),
  ])
  func genericParameters(mangled: String, depth: Int, index: Int) throws {
    let parameter = try #require(GenericParameter(mangled: mangled))
    #expect(parameter.depth == depth)
    #expect(parameter.index == index)
  }

  @Test(arguments: ["", "Si", "q", "qd_", "xx", "qa_", "qd0_"])
  func otherNamesAreNoGenericParameters(mangled: String) {
    #expect(GenericParameter(mangled: mangled) == nil)
  }

  @Test(arguments: [
    ("Ieg_", CapturedFunction.thick), ("Iegg_", .thick),
    ("SiIegn_", .thick), ("IegHzo_", .thick), ("Ieg_Sg", .thick), ("IeAg_", .thick),
    ("Ig_", .nonEscaping), ("IgHr_", .nonEscaping),
    ("IeyB_", .block), ("SiIeyByd_", .block), ("IyB_Sg", .block),
    ("IetC_", .thin), ("It_", .thin), ("IetMd_", .thin),
    ("Si", nil), ("yyc", nil), ("I_", nil), ("_", nil), ("", nil), ("Ieg", nil),
  ])
  func capturedFunctions(mangled: String, expected: CapturedFunction?) {
    #expect(CapturedFunction(mangled: mangled) == expected)
  }

  @Test(arguments: [
    ("Ieg__Sit", CapturedFunction.thick), ("SiIegy__Sit", .thick), ("Ieg_Sg_Sit", .thick),
    ("Ieg_6action_Si5countt", .thick), ("Ieg_Sg6action_<1>Sgt", .thick), ("Ig__Sit", .nonEscaping),
    ("IeyB__Sit", .block),
    ("Si_Ieg_t", nil), ("Ieg_", nil), ("Ieg_t", nil), ("Ieg_6act", nil), ("t", nil), ("_t", nil),
    ("Ieg_99999999999999999999_t", nil), ("Ieg_65535_t", nil),
  ])
  func tuplesThatBeginWithAFunction(mangled: String, expected: CapturedFunction?) {
    #expect(CapturedFunction(beginningTuple: mangled) == expected)
  }

  /// Texts of pieces that matter, and some that do not.
  private static func texts(of pieces: [String], seed: UInt64) -> [String] {
    var generator = SplitMix64(seed: seed)
    return (0..<2000).map { _ in
      (0..<Int.random(in: 0...6, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }
  }

  @Test func namesOfPrivateAndLocalTypesAreKnown() {
    var hidden = 0
    for name in Self.texts(of: ["L", "1", "07", "_", "a", "V", "ä"], seed: 1) {
      let isHidden = name.contains(/LL|L[0-9]*_/)
      #expect(MangledTypeText.isHidden(name) == isHidden, "\(name)")
      hidden += isHidden ? 1 : 0
    }
    #expect((100...1900).contains(hidden))
  }

  @Test func noncopyableTypesStandInSymbols() {
    let pieces = [
      "get_type_metadata", " ", " noncopyable", "15Synchronization5MutexVySiG", ".", ".12", "3",
    ]
    var names = 0
    for symbol in Self.texts(of: pieces, seed: 2).map({ "get_type_metadata " + $0 }) {
      let match = symbol.wholeMatch(
        of: /get_type_metadata (\S+?)( noncopyable)?(\.[0-9]+)?/)
      let name = match.map { String($0.output.1) }
      #expect(MangledName.noncopyableType(inSymbol: symbol)?.text == name, "\(symbol)")
      names += name == nil ? 0 : 1
    }
    #expect(names > 200)
  }

  @Test func mangledNamesWithSymbolicReferences() {
    // A relative reference (4 bytes after its kind), then text; an absolute one (8 bytes) has zeros in it.
    let bytes: [UInt8] = [
      0x01, 0, 0, 0, 0, 0x53, 0x67, 0x18, 0, 0, 0, 0, 0, 0, 0, 0, 0x58, 0x77, 0,
    ]
    bytes.withUnsafeBytes { buffer in
      let name = MangledName(at: Address(UInt(bitPattern: buffer.baseAddress)))
      #expect(name.text == "<1>Sg<24>Xw")
      #expect(name.length == 18)
    }
  }

  @Test func mangledNamesThatMustNotBeResolved() {
    func name(_ text: String, _ body: (MangledName) -> Void) {
      text.withCString { body(MangledName(at: Address(UInt(bitPattern: $0)))) }
    }
    name("SiSgXw") { #expect($0.isNonOwningReference) }
    name("SiXo") { #expect($0.isNonOwningReference) }
    name("SiXu") { #expect($0.isNonOwningReference) }
    name("Si") { #expect(!$0.isNonOwningReference) }
    name("yyXB") { #expect($0.isBlock && $0.mentionsBlock && $0.resolve() == nil) }
    name("yyXBSg") { #expect($0.isBlock && $0.mentionsBlock && $0.resolve() == nil) }
    name("SayyXBG") { #expect(!$0.isBlock && $0.mentionsBlock && $0.resolve() == nil) }
    name("xxQp_t") { #expect($0.mentionsPack && $0.resolve() == nil) }
    name("SiSg") { #expect($0.resolve()?.name == "Swift.Optional<Swift.Int>") }
    name("not a type") { #expect($0.resolve() == nil) }
  }

  @Test(arguments: [
    ("Shop.Cart", "Shop.Cart"),
    ("", ""),
    (
      "Swift.Optional<(Swift.Int, (Shop.Cart) -> ())>",
      "Swift.Optional<(Swift.Int, (Shop.Cart) -> ())>"
    ),
    ("Shop.(unknown context at $55d0c8).Cart", "Shop.Cart"),
    (
      "Swift.Array<Shop.(unknown context at $1).(unknown context at $2).Cart>",
      "Swift.Array<Shop.Cart>"
    ),
    ("(unknown context at $1", ""),
    ("Shop.(Cart in $7f00aa)", "Shop.Cart"),
    ("Shop.(Cart in _55AA).Item", "Shop.Cart.Item"),
    ("Shop.(unknown context at $7f00aa).(Cart in $11).Item", "Shop.Cart.Item"),
    ("(extension in Shop):Swift.Array<Shop.Item>.Cart", "Swift.Array<Shop.Item>.Cart"),
  ])
  func stableTypeNames(spelling: String, stable: String) {
    #expect(RuntimeTypeName.stable(spelling) == stable)
  }
}
