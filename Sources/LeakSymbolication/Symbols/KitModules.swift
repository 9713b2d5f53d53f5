/// The kit's own modules, for those who tell its functions and variables from the program's.
package enum KitModules {
  package static let names = [
    "LeakBase", "LeakSymbolication", "LeakHeapModel", "LeakHeapReading", "LeakHeapRecording",
    "LeakHeapRoots", "LeakDeciding", "LeakExplaining", "LeakDetection", "LeakDrawing",
    "LeakReporting", "LeakTesting",
  ]

  private static let prefixes = names.map { "\($0.utf8.count)\($0)" }

  /// Whether there is a function of the kit's at `code`, as far as symbols tell. Which functions are on the way to a check is
  /// known by their addresses; this is for those of checks that run their bodies elsewhere at the time.
  package static func declare(functionAt code: UInt) -> Bool {
    Symbolizer.symbol(at: code).map(declare) ?? false
  }

  /// Whether `symbol` is one of the kit's: a mangled name begins with its module's, or with the type of another module that it
  /// extends.
  ///
  /// Source: `docs/ABI/Mangling.rst` in Swift's repository: an extension's module follows the type, and `E` follows that.
  package static func declare(_ symbol: String) -> Bool {
    guard symbol.hasPrefix("$s") else { return symbol.hasPrefix("crt_") }
    let rest = symbol.dropFirst(2)
    return prefixes.contains(where: rest.hasPrefix) || isInExtension(rest.utf8)
  }

  private static func isInExtension(_ name: Substring.UTF8View) -> Bool {
    name.indices.contains { index in
      name[index] == UInt8(ascii: "E") && prefixes.contains { ends(name[..<index], with: $0.utf8) }
    }
  }

  /// Whether `name` ends with `module`, and not with a longer name that ends like that.
  private static func ends(_ name: Substring.UTF8View, with module: String.UTF8View) -> Bool {
    name.last == module.last && name.suffix(module.count).elementsEqual(module)
      && name.dropLast(module.count).last?.isDigit != true
  }
}
