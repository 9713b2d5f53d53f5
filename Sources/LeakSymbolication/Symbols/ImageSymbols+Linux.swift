import LeakBase

#if os(Linux) && _pointerBitWidth(_64)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The symbols of the images that are loaded in the process.
  package enum ImageSymbols {
    /// What the file at a path has, which was the one that is loaded after so many unloads; later, another may have come in its place.
    private struct Known {
      /// `nil` where the file has none.
      var table: SymbolTable?
      var unloads: UInt64
    }

    /// The tables by the path of their file.
    private static let tables = VisibleMutex<[String: Known]>([:])

    /// The name of the symbol that covers `address`.
    static func symbol(at address: UInt) -> String? {
      withTable(at: address) { table, address, _ in table.name(covering: address) }
    }

    /// The name of the symbol that begins at `address`.
    package static func symbol(beginningAt address: UInt) -> String? {
      withTable(at: address) { table, address, _ in table.name(beginningAt: address) }
    }

    /// The first of the functions with these mangled names that the debug information of the image at `address`
    /// describes.
    package static func function(named names: [String], inImageAt address: UInt) -> DebugPlace? {
      withTable(at: address) { table, _, _ in names.lazy.compactMap(table.function).first }
    }

    /// What the debug information says of the call at `address`, in a function with one of these mangled names.
    static func call(at address: UInt, in names: [String]) -> DebugCall? {
      withTable(at: address) { table, address, _ in table.call(at: address, in: names) }
    }

    /// The parameters of the first of the functions with these mangled names whose parameters the debug information
    /// of the image at `address` describes.
    static func parameters(of names: [String], inImageAt address: UInt) -> DebugParameters? {
      withTable(at: address) { table, _, _ in table.parameters(of: names) }
    }

    /// Where the code of a function is, and which calls were inlined in it: of the first of the mangled names `names`
    /// that the debug information of the image at `address` describes, or else of the first of `callers` that it was
    /// inlined in.
    static func body(
      of names: [String], orIn callers: [String], inImageAt address: UInt
    ) -> (code: Range<UInt>, inlined: [String])? {
      withTable(at: address) { table, _, bias in
        table.body(of: names, orIn: callers).map { body in
          (UInt(body.code.lowerBound) &+ bias..<UInt(body.code.upperBound) &+ bias, body.inlined)
        }
      }
    }

    /// Whether the image at `address` has a function whose name begins with `caller` and that calls an allocating initializer
    /// whose name begins with `callee`.
    package static func calls(
      from caller: String, toInitializerOf callee: String, inImageAt address: UInt
    ) -> Bool {
      withTable(at: address) { table, _, bias in
        table.calls(from: caller, toInitializerOf: callee, bias: bias)
      } ?? false
    }

    /// Whether the image at `address` has an allocating initializer whose name begins with `prefix`.
    package static func hasInitializer(beginning prefix: String, inImageAt address: UInt) -> Bool {
      withTable(at: address) { table, _, _ in table.hasInitializer(beginning: prefix) } ?? false
    }

    /// The mangled names, which begin with `prefix`, of functions of the image at `address`.
    ///
    /// - Complexity: O(*n*) in the number of symbols.
    package static func functions(beginning prefix: String, inImageAt address: UInt) -> [String] {
      withTable(at: address) { table, _, _ in table.functions(beginning: prefix) } ?? []
    }

    /// The mangled name of a method by which a type of the image at `address` lets its users end its work, if it has one.
    package static func endingMethod(
      ofType members: String, inImageAt address: UInt,
      where isMember: @Sendable (FunctionName) -> Bool
    ) -> String? {
      withTable(at: address) { table, _, _ in
        table.endingMethod(ofType: members, where: isMember)
      }
    }

    /// Where the descriptors of the conformances of a class of the image at `address` are, as far as it has symbols of them.
    package static func conformances(ofClass members: String, inImageAt address: UInt) -> [UInt] {
      withTable(at: address) { table, _, bias in
        table.conformances(ofClass: members).map { UInt($0) &+ bias }
      } ?? []
    }

    /// When the file of the image at `address` was last written, in seconds since 1970.
    static func writingTime(ofImageAt address: UInt) -> Double? {
      guard let image = LoadedImage(at: address) else { return nil }
      // An emulator of another processor lets the program's own file be opened, and tells of its own when asked about the path.
      let file = open(image.path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0 else { return nil }
      return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    }

    /// Calls `body` with the symbols of the image at `address`, the address in its file, and the distance between the
    /// two.
    static func withTable<Result: Sendable>(
      at address: UInt, _ body: @Sendable (SymbolTable, UInt64, UInt) -> Result?
    ) -> Result? {
      // First: an image that comes later in this one's place changes the number.
      let unloads = LoadedImage.unloads
      guard let image = LoadedImage(at: address) else { return nil }
      let path = image.path
      return tables.withLock { tables in
        var known = tables[path]
        if known?.unloads != unloads {
          if known.map({ isLoaded($0, at: image.bias) }) != true {
            known = Known(table: table(ofFileAt: path, loadedAt: image.bias), unloads: unloads)
          }
          known?.unloads = unloads
          tables[path] = known
        }
        return known?.table.flatMap { body($0, UInt64(address - image.bias), image.bias) }
      }
    }

    /// The symbols of the file at `path`, if it is the one that is loaded with `bias`.
    private static func table(ofFileAt path: String, loadedAt bias: UInt) -> SymbolTable? {
      guard let file = mapFile(path) else { return nil }
      let table = SymbolTable(elf: file, loadedAt: bias)
      if table == nil { munmap(UnsafeMutableRawPointer(mutating: file.baseAddress!), file.count) }
      return table
    }

    /// Whether the file that is known is the one that is loaded with `bias`.
    private static func isLoaded(_ known: Known, at bias: UInt) -> Bool {
      guard let file = known.table?.source else { return false }
      return MemoryGuard.reading { file.isLoaded(at: bias) } ?? false
    }

    /// The bytes of the file at `path`, mapped.
    private static func mapFile(_ path: String) -> UnsafeRawBufferPointer? {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var status = stat()
      guard fstat(file, &status) == 0, status.st_size > 0 else { return nil }
      let size = Int(status.st_size)
      guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
        return nil
      }
      return UnsafeRawBufferPointer(start: start, count: size)
    }
  }
#endif
