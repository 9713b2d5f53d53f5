import Testing

@testable import LeakBase
@testable import LeakHeapReading

/// Which mangled names need generic arguments to be the name of a type: without them the runtime ends the process over
/// some.
@Suite struct GenericMentionTests {
  private static func mentions(_ text: String) -> Bool {
    text.withCString { MangledName(at: Address(UInt(bitPattern: $0))).mentionsGenericParameter }
  }

  @Test(arguments: [
    // A parameter, an array of an associated type as F40 has it, an optional one.
    "x", "q_", "qd__", "Say7ElementQzG", "SayxG", "xSg", "q_Sg", "SDySSq0_G",
    // Packs, opaque types, functions and tuples of parameters.
    "xxQp_t", "x_qd_0_t", "xq_Iegnr_", "SiSgx_t", "7Element_SxQYb", "yxcXX",
    // A nested type of a parameter's, behind identifiers and composed names.
    "4Shop4CartVyxG", "4Shop0A5StoreVyxG", "4Shop007Caf_dmaVyq_G",
  ]) func `A name with a generic parameter`(_ text: String) {
    #expect(Self.mentions(text))
  }

  @Test(arguments: [
    "Si", "SS", "SaySSG", "SDySSypG", "SaySiGSg", "yyc", "yyYac", "yyYbc", "SiSgXw",
    "4Shop4CartCXo",
    // Parameters' letters in the names of declarations.
    "4Shop1xV", "4Shop5queueC", "1q1QV", "4Shop0A5StoreC", "4Shop007Caf_dmaV",
    "4Shop0aB5QueueC", "10Foundation4DataV3xqQV",
    // Standard types whose names have them, and those of concurrency and of the compiler.
    "Sx", "Sq", "SQ", "ScC", "ScQ", "Scx", "Bi64_", "Bi1_", "Bo", "BD", "Bj", "B0",
    // Substitutions, existential types and metatypes.
    "4Shop4CartC_ABt", "4Shop4CartC_A2At", "ypXp", "ypSgXE", "yXl", "SSXMt", "SS_ScPSgt",
    // What functions take and give.
    "SiIegy_", "Iegh_",
  ]) func `A name without one`(_ text: String) {
    #expect(!Self.mentions(text))
  }

  @Test(arguments: ["9", "99a", "5abc", "0", "0a", "009abc", "00"])
  func `A name that does not end counts as one that has`(_ text: String) {
    #expect(Self.mentions(text))
  }

  @Test func `A symbolic reference is none, whatever its bytes are`() {
    // A relative reference whose bytes are the letters of parameters.
    let bytes: [UInt8] = [0x01, 0x78, 0x71, 0x51, 0x78, 0x53, 0x67, 0]
    bytes.withUnsafeBytes { buffer in
      let name = MangledName(at: Address(UInt(bitPattern: buffer.baseAddress)))
      #expect(!name.mentionsGenericParameter)
    }
  }

  @Test func `Such a name is resolved by nobody without its arguments`() {
    for text in ["x", "Say7ElementQzG", "SayxG", "xSg"] {
      text.withCString {
        let name = MangledName(at: Address(UInt(bitPattern: $0)))
        #expect(name.resolve() == nil)
      }
    }
  }

  @Test(arguments: [
    ("x", "Swift.Array<Swift.Int>"), ("7ElementSTQz", "Swift.Int"),
    ("Say7ElementSTQzG", "Swift.Array<Swift.Int>"), ("Si", "Swift.Int"),
    // Parameters that have no argument: another one, and one of another level.
    ("q_", nil), ("7ElementSTQy_", nil), ("Say7ElementSTQy_G", nil), ("qd__", nil),
    ("7ElementSTQyd__", nil), ("x7ElementSTQyd_0_t", nil),
  ]) func `A name is resolved where all its parameters have arguments`(
    _ text: String, in type: String?
  ) {
    var environment = GenericEnvironment()
    environment.set(TypeMetadata([Int].self), for: GenericParameter(depth: 0, index: 0))
    text.withCString {
      let name = MangledName(at: Address(UInt(bitPattern: $0)))
      if text != "Si" { #expect(name.resolve(in: GenericEnvironment()) == nil) }
      #expect(name.resolve(in: environment)?.name == type)
    }
  }

  /// The names of the fields of generic types and of closures' captures, and whether the runtime needs arguments for them.
  @Test func `Names that the compiler made agree with what their types depend on`() {
    func names(_ type: Any.Type) -> [Bool] {
      let fields = TypeMetadata(type).descriptor.fields
      return (0..<fields.count).compactMap { fields[$0].type?.mentionsGenericParameter }
    }
    #expect(
      names(MentionFields<[Int]>.self) == [
        true, true, true, true, true, true, false, false, false, false, false,
      ])
  }
}

/// Fields that depend on a generic parameter, and others.
private struct MentionFields<Items: Collection> {
  var items: Items
  var optional: Items?
  var elements: [Items.Element]
  var function: (Items.Index) -> Void
  var nested: Wrapped
  var metatype: Items.Type
  var number: Int
  var text: [String: Int?]
  var action: @Sendable (Int) async throws -> Void
  var any: any Sequence<Int>
  var xqQ: MentionFieldsX.Q

  struct Wrapped { var item: Items.Element }
}

private enum MentionFieldsX {
  struct Q {}
}
