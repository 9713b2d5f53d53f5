import LeakBase

/// The symbols of one binary image, found by address.
///
/// An index is made when it is first needed: two passes over the symbols distribute them over buckets of
/// neighbouring addresses. That is several times cheaper than sorting, and a lookup reads a bucket or two.
package final class SymbolTable {
  typealias Symbol = ELFFile.Symbol
  typealias Kind = ELFFile.SymbolKind

  let source: ELFFile
  private(set) lazy var functions = SymbolIndex(source.symbols(of: .function))
  private(set) lazy var data = SymbolIndex(source.symbols(of: .data))
  /// Whether the caches of metadata and of witness tables are named. No other image refers to them, so the names go with those of private
  /// variables where an image is stripped.
  ///
  /// Source: `docs/ABI/Mangling.rst`, "Globals": `MD` and `WL`.
  private(set) lazy var namesCaches = !source.symbols(of: .data, named: "$s", endingIn: "MDWL")
    .isEmpty
  /// Where the descriptors of types are, by the mangled names of the types.
  var descriptors: [String: UInt64] {
    if let known = knownDescriptors { return known }
    knownDescriptors = descriptorAddresses()
    return knownDescriptors ?? [:]
  }
  private var knownDescriptors: [String: UInt64]?
  /// What ``locals(at:)`` and ``bodyStart(ofFunctionAt:)`` have said.
  var knownLocals: [UInt64: [DebugLocal]?] = [:]
  var knownBodyStarts: [UInt64: UInt64?] = [:]
  /// The initializers that the functions call whose names begin so.
  var knownInitializerCalls: [String: Set<String>] = [:]
  private(set) lazy var debugInformation = DebugInformation(source)

  /// Reads the symbols of an ELF file from its bytes, which must outlive the table; `nil` when it has none, or cannot be read, or is not
  /// the file that is loaded with `bias`.
  package init?(elf bytes: UnsafeRawBufferPointer, loadedAt bias: UInt? = nil) {
    let file = MemoryGuard.reading {
      ELFFile(bytes).flatMap { bias.map($0.isLoaded) ?? true ? $0 : nil }
    }
    guard let file else { return nil }
    source = file
  }

  /// The name of the symbol that covers `address`: a function, or else a datum.
  ///
  /// - Complexity: O(1) on average; the first call is linear in the number of symbols.
  package func name(covering address: UInt64) -> String? {
    MemoryGuard.reading {
      (functions.symbol(covering: address) ?? data.symbol(covering: address))
        .flatMap(source.name)
    }
  }

  /// The name of the symbol that begins at `address`: a datum, of which there are fewer to sort, or else a function.
  ///
  /// - Complexity: as of ``name(covering:)``.
  func name(beginningAt address: UInt64) -> String? {
    MemoryGuard.reading {
      func beginning(_ index: SymbolIndex) -> Symbol? {
        index.symbol(covering: address).flatMap { $0.address == address ? $0 : nil }
      }
      return (beginning(data) ?? beginning(functions)).flatMap(source.name)
    }
  }

  /// The names of functions that begin with `prefix`.
  func functions(beginning prefix: String) -> [String] {
    MemoryGuard.reading {
      source.symbols(of: .function, named: prefix).compactMap(source.name)
    } ?? []
  }

  /// What the file's debug information says of the function that has the mangled name `name`.
  func function(named name: String) -> DebugPlace? {
    MemoryGuard.reading { debugInformation?.function(named: name) }
  }

  /// What the file's debug information says of the call at `address`, in a function with one of these mangled names.
  func call(at address: UInt64, in names: [String]) -> DebugCall? {
    MemoryGuard.reading {
      functions.symbol(covering: address).flatMap {
        debugInformation?.call(at: address, inFunctionAt: $0.address, named: names)
      }
    }
  }

  /// What the file's debug information says of the parameters of a function.
  func parameters(of names: [String]) -> DebugParameters? {
    MemoryGuard.reading { debugInformation?.parameters(of: names) }
  }

  /// What the file's debug information says of the body of a function.
  func body(of names: [String], orIn callers: [String]) -> DebugFunctionBody? {
    MemoryGuard.reading { debugInformation?.body(of: names, orIn: callers) }
  }
}
