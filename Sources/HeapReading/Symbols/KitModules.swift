/// The kit's own modules, for those who tell its functions and variables from the program's.
package enum KitModules {
  package static let names = [
    "HeapModel", "CRuntime", "HeapReading", "LeakDetection", "LeakTesting",
  ]

  private static let prefixes = names.map { "\($0.utf8.count)\($0)" }

  /// Whether `symbol` is one of the kit's: a mangled name begins with its module's.
  package static func declare(_ symbol: String) -> Bool {
    guard symbol.hasPrefix("$s") else { return symbol.hasPrefix("crt_") }
    let rest = symbol.dropFirst(2)
    return prefixes.contains(where: rest.hasPrefix)
  }
}
