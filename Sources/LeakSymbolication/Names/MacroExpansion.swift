/// Code that a macro was expanded to, by the names that the compiler gives to it.
///
/// Sources: Swift's `docs/ABI/Mangling.rst`, *Macro expansions*; `ASTMangler::mangleMacroExpansion`.
enum MacroExpansion {
  /// How the compiler calls the file that it puts an expansion in: the mangled name of the expansion follows, without
  /// what all mangled names begin with.
  private static let filePrefix = "@__swiftmacro_"

  /// Whether a name in a demangled one is of a macro's making (`fMu_`, `fMu0_`, …), which the demangler keeps mangled.
  static func isName(_ text: String) -> Bool {
    let name = text.prefix { $0 != " " }
    guard name.hasPrefix("$s"), name.hasSuffix("_") else { return false }
    let digits = name.dropLast().reversed().prefix { ("0"..."9").contains($0) }
    return name.dropLast(1 + digits.count).hasSuffix("fMu")
  }

  /// Whether one of the names in the text of a function is of a macro's making.
  static func names(_ function: String) -> Bool {
    function.split { ". (".contains($0) }.contains { isName(String($0)) }
  }

  /// Where the macro was used that was expanded to the code in `file`; `nil` for any other file.
  static func use(ofFile file: String) -> (file: String, line: Int)? {
    guard file.hasPrefix(filePrefix), file.hasSuffix(".swift") else { return nil }
    let name = "$s" + file.dropFirst(filePrefix.count).dropLast(".swift".count)
    // `… expansion #1 of expect in module CartTests file CartTests.swift line 11 column 5`
    guard let words = FunctionName.demangled(name), let place = words.ranges(of: " file ").last
    else { return nil }
    let parts = words[place.upperBound...].split(separator: " line ")
    guard parts.count == 2, let line = Int(parts[1].prefix(while: \.isNumber)) else { return nil }
    return (String(parts[0]), line)
  }
}

extension FunctionName {
  /// Whether the function stands under a name that a macro made, which nobody knows.
  package var isWrittenByMacro: Bool { MacroExpansion.names(text) }
}
