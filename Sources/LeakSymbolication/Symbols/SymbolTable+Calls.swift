import LeakBase

extension SymbolTable {
  /// Whether a function whose name begins with `caller` calls one whose name begins with `callee` and that an allocating
  /// initializer is in: `fC` (`docs/ABI/Mangling.rst`, "Entities").
  ///
  /// - Parameter bias: How far above the file's own numbering the image is loaded.
  /// - Complexity: O(*n*) in the number of symbols and in the code of the functions.
  func calls(from caller: String, toInitializerOf callee: String, bias: UInt) -> Bool {
    func isInitializer(_ name: String) -> Bool {
      name.hasPrefix(callee) && Self.isInitializer(name.dropFirst(callee.count))
    }
    return MemoryGuard.reading {
      let functions = source.symbols(of: .function, named: caller).filter { symbol in
        // Where two classes' initializers have the same code, the one is a jump to the other.
        guard symbol.size <= Self.longestForwarder, let name = source.name(of: symbol) else {
          return true
        }
        return !Self.isInitializer(name.dropFirst(caller.count))
      }
      return functions.contains { symbol in
        let start = UInt(symbol.address) &+ bias
        let size = min(UInt(symbol.size), Self.longestFunction)
        return CallSites.directTargets(in: start..<start + size).contains { target in
          guard target > bias,
            let called = self.functions.symbol(covering: UInt64(target - bias)),
            UInt(called.address) &+ bias == target, let name = source.name(of: called)
          else { return false }
          return isInitializer(name)
        }
      }
        || functions.contains { symbol in
          guard let name = source.name(of: symbol) else { return false }
          return debugInformation?.inlines(
            in: name, where: isInitializer, orThrough: { $0.hasPrefix(caller) }) ?? false
        }
    } ?? false
  }

  /// Whether there is an allocating initializer whose name begins with `prefix`.
  ///
  /// - Complexity: O(*n*) in the number of symbols.
  func hasInitializer(beginning prefix: String) -> Bool {
    source.symbols(of: .function, named: prefix).contains { symbol in
      source.name(of: symbol).map { Self.isInitializer($0.dropFirst(prefix.count)) } ?? false
    }
  }

  /// Whether the rest of a mangled name, behind its type, is that of an allocating initializer.
  private static func isInitializer(_ rest: Substring) -> Bool { rest.contains("fC") }

  private static let longestFunction: UInt = 1 << 16
  /// Nothing shorter allocates an object, and gives it what it begins with.
  private static let longestForwarder = 16
}
