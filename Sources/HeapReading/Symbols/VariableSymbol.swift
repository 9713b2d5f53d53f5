/// What the mangled name of a datum says about it.
enum VariableSymbol {
  /// Whether `symbol` is a stored variable's: `…vp` for a variable, `…vpZ` for a static one.
  ///
  /// Source: `docs/ABI/Mangling.rst`, "Entities". What follows a period is the optimiser's.
  static func isVariable(_ symbol: String) -> Bool {
    let name = symbol.prefix { $0 != "." }
    return name.hasSuffix("vp") || name.hasSuffix("vpZ")
  }
}
