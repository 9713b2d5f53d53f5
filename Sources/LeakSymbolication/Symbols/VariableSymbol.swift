/// What the mangled name of a datum says about it.
///
/// Source: `docs/ABI/Mangling.rst`, "Entities" and "Function Specializations". What follows a period is the optimiser's.
package enum VariableSymbol {
  /// Whether `symbol` is a stored variable's: `…vp` for a variable, `…vpZ` for a static one.
  package static func isVariable(_ symbol: String) -> Bool {
    let name = symbol.prefix { $0 != "." }
    return name.hasSuffix("vp") || name.hasSuffix("vpZ")
  }

  /// Whether `symbol` is that of an object that the compiler laid out among the data: `…Tv_`, `…Tv0_`, and `r` behind it where
  /// it stays as it is.
  package static func isStaticObject(_ symbol: String) -> Bool {
    var name = symbol.prefix { $0 != "." }
    if name.last == "r" { name = name.dropLast() }
    guard name.popLast() == "_" else { return false }
    while let last = name.last, last.isNumber { name = name.dropLast() }
    return name.hasSuffix("Tv")
  }
}
