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
    var rest = name
    while let end = rest.firstIndex(of: UInt8(ascii: "E")) {
      let before = name[..<end]
      rest = rest[rest.index(after: end)...]
      let module = prefixes.first { ends(before, with: $0.utf8) }
      guard let module else { continue }
      // Otherwise it is the end of a longer name.
      let digits = before.dropLast(module.utf8.count).last
      if digits.map({ !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ?? true {
        return true
      }
    }
    return false
  }

  private static func ends(
    _ name: Substring.UTF8View.SubSequence, with end: String.UTF8View
  ) -> Bool {
    name.last == end.last && name.suffix(end.count).elementsEqual(end)
  }
}
