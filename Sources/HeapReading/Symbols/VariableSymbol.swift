/// What the mangled name of a datum says about it.
///
/// Source: `docs/ABI/Mangling.rst`, "Entities" and "Function Specializations". What follows a period is the optimiser's.
enum VariableSymbol {
  /// Whether `symbol` is a stored variable's: `…vp` for a variable, `…vpZ` for a static one.
  static func isVariable(_ symbol: String) -> Bool {
    let name = symbol.prefix { $0 != "." }
    return name.hasSuffix("vp") || name.hasSuffix("vpZ")
  }

  /// Whether `symbol` is that of an object that the compiler laid out among the data: `…Tv_`, `…Tv0_`, and `r` behind it where
  /// it stays as it is.
  static func isStaticObject(_ symbol: String) -> Bool {
    var name = symbol.prefix { $0 != "." }
    if name.last == "r" { name = name.dropLast() }
    guard name.popLast() == "_" else { return false }
    while let last = name.last, last.isNumber { name = name.dropLast() }
    return name.hasSuffix("Tv")
  }

  /// The names that may be that of the type of the variable with this symbol, longest first: those that its symbol ends with,
  /// and that refer to nothing before them but the module.
  ///
  /// In a mangled name operators follow what they are for. So what is the name of a type, and ends where the
  /// variable's type does, is that type's name, or else something before it would be left over.
  static func typeNames(in symbol: String) -> [MangledTypeText] {
    var name = symbol.prefix { $0 != "." }.dropFirst(2)
    for suffix in ["vpZ", "vp"] where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.count)
      break
    }
    guard let tokens = MangledTokens(String(name)) else { return [] }
    // Behind the module and the variable's own name.
    return (2..<max(2, tokens.count)).compactMap { first in
      tokens.standalone(from: first).map { MangledTypeText(text: $0) }
    }
  }
}
