import Foundation
import SeededRandom
import TestOrder
import Testing

@testable import LeakHeapReading
@testable import LeakSymbolication

#if os(Linux) && _pointerBitWidth(_64)
  /// Mangled names without abbreviations mean what they meant before: the runtime's demangler reads both.
  @Suite(.slow, .afterOthers) struct MangledExpansionTests {
    /// The symbols of variables and of fields' offsets in the file.
    private static func variables(in path: String) throws -> [String] {
      try symbols(in: path) { name in
        name.hasPrefix("$s") && ["vp", "vpZ", "vpWvd"].contains(where: name.hasSuffix)
      }
    }

    /// The symbols of data in the file that are wanted.
    private static func symbols(in path: String, where isWanted: (String) -> Bool) throws
      -> [String]
    {
      let data = try Data(
        contentsOf: URL(filePath: path).resolvingSymlinksInPath(), options: .alwaysMapped)
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 16)
      defer { bytes.deallocate() }
      bytes.copyBytes(from: data)
      let file = try #require(ELFFile(UnsafeRawBufferPointer(bytes)))
      return file.symbols(of: .data).compactMap { file.name(of: $0) }.filter(isWanted)
    }

    /// What the demangler says of a type's name.
    private static func demangled(_ type: String) -> String? {
      FunctionName.demangled("$s\(type)D")
    }

    /// The type at the end of what the demangler says of a variable.
    private static func typeText(ofVariable symbol: String) -> String? {
      guard let text = FunctionName.demangled(symbol), let colon = text.range(of: " : ") else {
        return nil
      }
      return String(text[colon.upperBound...])
    }

    @Test func `Types of variables are what the demangler says they are`() throws {
      let foundation = try #require(
        LoadedImage(at: UInt(bitPattern: unsafeBitCast(JSONEncoder.self, to: Int.self))))
      var (known, unknown) = (0, 0)
      for path in ["/proc/self/exe", foundation.path] {
        for symbol in try Self.variables(in: path) {
          guard let name = MangledTypeText(ofVariable: symbol) else {
            unknown += 1
            continue
          }
          known += 1
          #expect(Self.demangled(name.text) == Self.typeText(ofVariable: symbol), "\(symbol)")
        }
      }
      print("types of \(known) variables, \(unknown) not understood")
      #expect(known > 500 && known > 9 * unknown)
    }

    @Test(arguments: [
      ("4Shop4CartC", "Shop.Cart"), ("4Shop4CartCAA4ItemVAC", nil),
      ("4Shop4CartC_AA4ItemVt", "(Shop.Cart, Shop.Item)"),
      ("4Shop4CartC5items_AC5otherSSt", "(items: Shop.Cart, other: Shop.Cart, Swift.String)"),
      ("SDySS4Shop4CartCGSg", "Swift.Optional<Swift.Dictionary<Swift.String, Shop.Cart>>"),
      ("4Shop4CartCXSq", "Swift.Optional<Shop.Cart>"), ("4Shop4CartCXSa", "Swift.Array<Shop.Cart>"),
      ("SS4Shop4CartCXSD", "Swift.Dictionary<Swift.String, Shop.Cart>"),
      ("s9AnyObjecta", "Swift.AnyObject"),
      ("4Shop4Repo_pAA4CartC4ItemAaBPRts_XP", "any Shop.Repo<Self.Shop.Repo.Item == Shop.Cart>"),
      (
        "Say4Shop4Repo_pSayAA4CartCG4ItemAaBPRts_XPG",
        "Swift.Array<any Shop.Repo<Self.Shop.Repo.Item == Swift.Array<Shop.Cart>>>"
      ),
      (
        "4Shop3Map_pSS3KeyAaBPRts_Si5ValueADRtsXP",
        "any Shop.Map<Self.Shop.Map.Key == Swift.String, Self.Shop.Map.Value == Swift.Int>"
      ),
      ("s8SendableRzl4Shop4CartCySSGSg", "Swift.Optional<Shop.Cart<Swift.String>>"),
      ("STRzSH7ElementRpzl4Shop4CartCySSG", "Shop.Cart<Swift.String>"),
      ("4Shop4CartCRbzRl_Cs8SendableR_r0_lAA4ItemCySSG", "Shop.Item<Swift.String>"),
      // The element's type, whose protocol is not said.
      ("STRzSH7ElementRpzl4Shop4CartCyABG", nil), ("Rvzl4Shop4CartC", nil),
      ("Ri_zl4Shop4CartC", nil), ("SHRPzl4Shop4CartC", nil),
      ("s11InlineArrayVy$1_4Shop4CartCG", "Swift.InlineArray<2, Shop.Cart>"),
      ("s11InlineArrayVy$n0_4Shop4CartCG", "Swift.InlineArray<-1, Shop.Cart>"),
      ("s11InlineArrayVy$", nil), ("$1_", "2"),
      ("y4Shop4CartCYaKc", "(Shop.Cart) async throws -> ()"), ("4Shop0A4CartC", "Shop.ShopCart"),
      ("4Shop5", nil), ("", nil), ("A", nil), ("4ShopAZ", nil), ("y", nil), ("Sg", nil), ("G", nil),
    ])
    func `A name is expanded or refused`(_ name: String, _ text: String?) {
      let type = MangledExpansion.type(name)
      #expect(
        type.flatMap { Self.demangled(String(decoding: $0.0.text, as: UTF8.self)) } == text)
    }

    @Test(arguments: [
      ("s8Sendable_p", "Any"), ("s8Sendable_pSg", "Swift.Optional<Any>"),
      ("Says8Sendable_pG", "Swift.Array<Any>"), ("s5Error_s8Sendablep", "Swift.Error"),
      ("s8Sendable_s5Errorp", "Swift.Error"), ("s8Sendable_Xl", "Swift.AnyObject"),
    ])
    func `Marker protocols are not in memory`(_ name: String, _ text: String) throws {
      let (type, nominals) = try #require(MangledExpansion.type(name))
      var encoded: [UInt8] = []
      var rest = type.encoded[...]
      while let byte = rest.popFirst() {
        encoded += byte == MangledExpansion.reference ? nominals[Int(rest.removeFirst())] : [byte]
      }
      // A list has the names of its protocols alone.
      let written = String(decoding: encoded, as: UTF8.self).replacing("P_", with: "_")
      #expect(Self.demangled(written) == text)
    }

    /// Most names are told to have no abbreviations without being executed.
    @Test func `The name of a nominal type is the same either way`() throws {
      let symbols = try Self.symbols(in: "/proc/self/exe") {
        $0.hasPrefix("$s") && $0.hasSuffix("Mn")
      }
      let names = stride(from: 0, to: symbols.count, by: 8).map {
        String(symbols[$0].dropFirst(2).dropLast(2))
      }
      #expect(names.count > 100)
      for name in names + [
        "4Shop5", "4Shop5Items", "4ShopV3", "0A4ShopV", "", "V", "4Shop", "4ShopV", "99999AV",
        "4Shop4CartVV",
      ] {
        let text = MangledExpansion.type(name).map { String(decoding: $0.0.text, as: UTF8.self) }
        #expect(MangledExpansion.nominal(name) == text, "\(name)")
      }
    }

    @Test func `Random and cut names do no harm`() throws {
      var random = SplitMix64(seed: 13)
      let symbols = try Self.variables(in: "/proc/self/exe").map { Array($0.utf8) }
      for _ in 0..<5000 {
        var bytes = symbols.randomElement(using: &random)!
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          if Bool.random(using: &random) {
            bytes[place] = .random(in: 0x21...0x7E, using: &random)
          } else {
            bytes.removeLast(bytes.count - place)
          }
        }
        let name = String(decoding: bytes.dropFirst(2), as: UTF8.self)
        _ = MangledExpansion.variableType(in: name)
        _ = MangledExpansion.type(name)
      }
    }
  }
#endif
