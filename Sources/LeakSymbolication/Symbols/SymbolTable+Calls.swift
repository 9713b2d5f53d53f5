import LeakBase

extension SymbolTable {
  /// Whether a function whose name begins with `caller` calls one whose name begins with `callee` and that an allocating
  /// initializer is in: `fC` (`docs/ABI/Mangling.rst`, "Entities").
  ///
  /// - Parameter bias: How far above the file's own numbering the image is loaded.
  /// - Complexity: O(*n*) in the number of symbols and in the code of the functions, once for each `caller`.
  func calls(from caller: String, toInitializerOf callee: String, bias: UInt) -> Bool {
    initializersCalled(from: caller, bias: bias).contains { name in
      name.hasPrefix(callee) && Self.isInitializer(name.dropFirst(callee.count))
    }
  }

  /// The names of what may be an allocating initializer, and is called, or was inlined, by the functions whose names begin with `caller`.
  private func initializersCalled(from caller: String, bias: UInt) -> Set<String> {
    if let known = knownInitializerCalls[caller] { return known }
    let called = MemoryGuard.reading {
      source.symbols(of: .function, named: caller).filter { symbol in
        // Where two classes' initializers have the same code, the one is a jump to the other.
        guard symbol.size <= Self.longestForwarder, let name = source.name(of: symbol) else {
          return true
        }
        return !Self.isInitializer(name.dropFirst(caller.count))
      }.reduce(into: Set<String>()) { called, symbol in
        addInitializers(calledBy: symbol, bias: bias, to: &called)
        guard let name = source.name(of: symbol) else { return }
        _ = debugInformation?.inlines(
          in: name,
          where: { inlined in
            if Self.isInitializer(inlined[...]) { called.insert(inlined) }
            return false
          }, orThrough: { $0.hasPrefix(caller) })
      }
    }
    knownInitializerCalls[caller] = called ?? []
    return called ?? []
  }

  /// Adds what may be an allocating initializer that the code of a function calls directly.
  private func addInitializers(
    calledBy symbol: Symbol, bias: UInt, to called: inout Set<String>
  ) {
    let start = UInt(symbol.address) &+ bias
    let size = min(UInt(symbol.size), Self.longestFunction)
    for target in CallSites.directTargets(in: start..<start + size) {
      guard target > bias,
        let function = functions.symbol(covering: UInt64(target - bias)),
        UInt(function.address) &+ bias == target, let name = source.name(of: function),
        Self.isInitializer(name[...])
      else { continue }
      called.insert(name)
    }
  }

  /// Whether there is an allocating initializer whose name begins with `prefix`.
  ///
  /// - Complexity: O(*n*) in the number of symbols.
  func hasInitializer(beginning prefix: String) -> Bool {
    source.symbols(of: .function, named: prefix).contains { symbol in
      source.name(of: symbol).map { Self.isInitializer($0.dropFirst(prefix.count)) } ?? false
    }
  }

  /// Whether the rest of a mangled name, behind its type, is that of an allocating initializer; a whole name may be.
  private static func isInitializer(_ rest: Substring) -> Bool { rest.contains("fC") }

  private static let longestFunction: UInt = 1 << 16
  /// Nothing shorter allocates an object, and gives it what it begins with.
  private static let longestForwarder = 16
}
