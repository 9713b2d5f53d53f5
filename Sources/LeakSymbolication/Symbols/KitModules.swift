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

  /// Whether the variable that the linker knows by `symbol` is one of the kit's.
  package static func declareVariable(_ symbol: String) -> Bool {
    guard !symbol.hasPrefix("$s") else { return declare(symbol) }
    // A function's own variable has the function's name before its own.
    return symbol.split(separator: ".").first.map { variables.contains(String($0)) } ?? false
  }

  /// The C targets' variables, and their functions that have some: others may have such names as well.
  private static let variables: Set<String> = [
    "crt_decisions", "crt_dispatch_layouts_hold", "crt_facts", "crt_probe_source",
    "crt_recorder_claimant", "crt_recorder_clock", "crt_recorder_configure",
    "crt_recorder_is_active", "crt_recorder_is_in_child", "crt_recorder_others_key",
    "crt_recorder_others_scope", "crt_recorder_turn", "crt_runtime", "crt_words",
  ]

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
