/// Mangled texts that each reader once had to be careful with, in every length that they can be cut to.
///
/// The productions are those of `docs/ABI/Mangling.rst` in the compiler's repository.
enum MangledCorpus {
  /// Types of fields and captures, some with symbolic references, whose bytes may be any.
  static let names = cut([
    "SS", "SaySSG", "SDySSypG", "7Example6PlayerC", "7Example6PlayerCSgXw", "7Example6PlayerCXo",
    "7Example6PlayerCXu", "yyXBSg", "yyXB_SitSg", "xq_t", "qd0__", "qz_", "xxQp_t", "q_Qp_QSiXM",
    "\u{1}\u{0}\u{0}\u{0}\u{0}Sg", "\u{2}\u{7f}\u{7f}\u{7f}\u{7f}XwSg", "\u{9}\u{1}\u{2}\u{3}\u{4}",
    "\u{18}12345678Sg", "\u{1f}12345678", "\u{1}yyXBSg", "Say\u{1}XwXoG_\u{2}", "\u{ff}\u{1}",
    "99999999999999999999x", "0a", "Ieg_", "IeAgHr_", "$s", "\u{1}",
  ])

  /// Functions as captures spell them.
  static let functions = cut([
    "Ieg_", "Ieghn_", "IeAgHr_", "SiIegn_", "IegnrzoTR_", "XMt", "z_Xx", "yycIeghH_",
    "IxxxxxxxxxxI_",
  ])

  /// Generic parameters without their `q`.
  static let parameters = cut([
    "_", "0_", "9_", "d__", "d0_1_", "dd__", "z", "99999999999999999999_",
    "d9223372036854775807_9223372036854775807_", "d-1_-1_",
  ])

  /// Every beginning of every text.
  private static func cut(_ texts: [String]) -> ArraySlice<[UInt8]> {
    texts.flatMap { text in
      // Bytes, not characters: `\u{ff}` is to be one.
      let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      return (0...bytes.count).map { Array(bytes[..<$0]) }
    }[...]
  }
}
