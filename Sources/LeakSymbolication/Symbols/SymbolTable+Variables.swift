import LeakBase

extension SymbolTable {
  /// The symbol that covers `address`: a function, or else a datum; `nil` when it has no name.
  ///
  /// - Complexity: as of ``name(covering:)``.
  func symbol(covering address: UInt64, bias: UInt) -> LoadedSymbol? {
    MemoryGuard.reading {
      (functions.symbol(covering: address) ?? data.symbol(covering: address))
        .flatMap { LoadedSymbol($0, of: source, bias: bias) }
    }
  }

  /// Whether data without a name at `address` are one of the compiler's caches, of which not all have a name. So they are among other data
  /// of Swift's, where caches have names at all: then all variables have one.
  ///
  /// - Complexity: as of ``name(covering:)``.
  func isNamelessCache(_ address: UInt64) -> Bool {
    MemoryGuard.reading {
      let names = [data.symbol(before: address), data.symbol(behind: address)]
        .compactMap { $0.flatMap(source.name) }
      return namesCaches && names.count == 2 && names.allSatisfy { $0.hasPrefix("$s") }
    } ?? false
  }

  /// The data that stay writable when the file is loaded, in the order of the file.
  ///
  /// - Complexity: O(*n*) in the number of symbols.
  func writableData(bias: UInt) -> [LoadedSymbol] {
    MemoryGuard.reading {
      let segments = source.writableSegments
      return source.symbols(of: .data).compactMap { symbol in
        segments.contains { $0.contains(symbol.address) }
          ? LoadedSymbol(symbol, of: source, bias: bias) : nil
      }
    } ?? []
  }

  /// Where the descriptors of nominal types are, by the types' mangled names without abbreviations, and without what each of
  /// them begins with; `nil` where the file cannot be read.
  ///
  /// Source: `docs/ABI/Mangling.rst`, "Globals": `Mn` is a nominal type descriptor, `Mp` a protocol's.
  ///
  /// - Complexity: O(*n*) in the number of symbols.
  func descriptorAddresses() -> [String: UInt64]? {
    MemoryGuard.reading {
      var addresses: [String: UInt64] = [:]
      for symbol in source.symbols(of: .data, named: "$s", endingIn: "MnMp") {
        guard let name = source.name(of: symbol) else { continue }
        var type = String(name.dropFirst(2).dropLast(2))
        if name.hasSuffix("Mp") { type += "P" }
        addresses[MangledExpansion.nominal(type) ?? type] = symbol.address
      }
      return addresses
    }
  }

  /// What the file's debug information says of the global or static variable that the linker knows by `name`.
  func variable(named name: String, at address: UInt64? = nil) -> DebugVariable? {
    MemoryGuard.reading { debugInformation?.variable(named: name, at: address) }
  }

  /// What the file's debug information says of the datum that covers `address`.
  func variable(covering address: UInt64) -> DebugVariable? {
    MemoryGuard.reading {
      guard let symbol = data.symbol(covering: address), let name = source.name(of: symbol),
        let debugInformation
      else { return nil }
      // C's compiler tells several of one name apart, and names a function's after it: `count.1`, `next.count.2`.
      let names = name.hasPrefix("$") ? [] : name.split(separator: ".").prefix(2).map(String.init)
      for name in [name] + names {
        if let variable = debugInformation.variable(named: name, at: symbol.address) {
          return variable
        }
      }
      return nil
    }
  }

  /// What the file's debug information says of the variables in scope at `address`, in the function that covers it.
  ///
  /// - Complexity: O(1) on average for an address that was asked for before: many tasks wait at one place.
  func locals(at address: UInt64) -> [DebugLocal]? {
    if let known = knownLocals[address] { return known }
    let locals = MemoryGuard.reading {
      function(covering: address).flatMap {
        debugInformation?.locals(inFunctionNamed: $0.names, at: address)
      }
    }
    knownLocals[address] = .some(locals)
    return locals
  }

  /// Where the prologue has ended of the function that covers `address`.
  ///
  /// - Complexity: as of ``locals(at:)``.
  func bodyStart(ofFunctionAt address: UInt64) -> UInt64? {
    if let known = knownBodyStarts[address] { return known }
    let start = MemoryGuard.reading {
      function(covering: address).flatMap {
        debugInformation?.bodyStart(ofFunctionNamed: $0.names, at: $0.start)
      }
    }
    knownBodyStarts[address] = .some(start)
    return start
  }

  /// Where the function begins that covers `address`, and its names, that of its symbol before those of the functions
  /// behind it.
  private func function(covering address: UInt64) -> (start: UInt64, names: [String])? {
    guard let symbol = functions.symbol(covering: address), let name = source.name(of: symbol)
    else { return nil }
    return (symbol.address, [name] + Symbolizer.functions(behind: name).filter { $0 != name })
  }
}
