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

  /// The symbol of the variable in whose initial value the object of `symbol` is, one that the compiler laid out among the data; `nil`
  /// where it is in none. The type is not in it: it stands as `Int`.
  package static func variable(ofStaticObject symbol: String) -> String? {
    guard isStaticObject(symbol), let end = symbol.range(of: "_WZTv", options: .backwards) else {
      return nil
    }
    // A module's name, and that of the variable: it is in no type.
    let variable = symbol[..<end.lowerBound] + "Sivp"
    let isStatic = FunctionName.demangled(String(variable)).map(isInType) ?? false
    return variable + (isStatic ? "Z" : "")
  }

  /// Whether a variable, of which `text` is the demangled name, is in a type: its name is behind two others.
  private static func isInType(_ text: String) -> Bool {
    var depth = 0
    let name = text.firstRange(of: " : ").map { text[..<$0.lowerBound] } ?? text[...]
    return name.count { character in
      if character == "(" || character == "<" { depth += 1 }
      if character == ")" || character == ">" { depth -= 1 }
      return character == "." && depth == 0
    } > 1
  }
}
