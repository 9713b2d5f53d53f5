#if os(Linux) && _pointerBitWidth(_64)
  extension ImageSymbols {
    /// The symbol that covers `address`: a function, or else a datum.
    package static func symbol(covering address: UInt) -> LoadedSymbol? {
      withTable(at: address) { table, address, bias in
        table.symbol(covering: address, bias: bias)
      }
    }

    /// Whether data without a name at `address` are one of the compiler's caches.
    package static func isNamelessCache(_ address: UInt) -> Bool {
      withTable(at: address) { table, address, _ in table.isNamelessCache(address) } ?? false
    }

    /// The data of the image at `address` that stay writable, in the order of its file; `nil` when it has no symbols.
    static func dataSymbols(inImageAt address: UInt) -> [LoadedSymbol]? {
      withTable(at: address) { table, _, bias in table.writableData(bias: bias) }
    }

    /// What the debug information of the image at `address` says of the global or static variable that the linker knows
    /// by `name`. Its address is that in the process.
    static func variable(named name: String, inImageAt address: UInt) -> DebugVariable? {
      withTable(at: address) { table, _, bias in table.variable(named: name)?.moved(by: bias) }
    }

    /// What the debug information says of the global or static variable that has the symbol which covers `address`. Its
    /// address is that in the process.
    package static func variable(covering address: UInt) -> DebugVariable? {
      withTable(at: address) { table, address, bias in
        table.variable(covering: address)?.moved(by: bias)
      }
    }

    /// Where the descriptor of the nominal type is that the image at `address` declares with the mangled name `name`,
    /// without what every such name begins with.
    package static func descriptor(ofType name: String, inImageAt address: UInt) -> UInt? {
      withTable(at: address) { table, _, bias in
        table.descriptors[name].map { UInt($0) &+ bias }
      }
    }

    /// What the debug information says of the variables that are in scope at `code`; `nil` when it does not describe the
    /// function there. The addresses in their locations are those in the file.
    package static func locals(inFunctionAt code: UInt) -> [DebugLocal]? {
      withTable(at: code) { table, address, _ in table.locals(at: address) }
    }

    /// Where the prologue has ended of the function at `code`; `nil` when the compiler does not say.
    package static func bodyStart(ofFunctionAt code: UInt) -> UInt? {
      withTable(at: code) { table, address, bias in
        table.bodyStart(ofFunctionAt: address).map { UInt($0) &+ bias }
      }
    }
  }

  extension DebugVariable {
    /// The variable in an image that is loaded `bias` above the file's own numbering.
    fileprivate func moved(by bias: UInt) -> DebugVariable {
      guard case .address(let address) = location else { return self }
      var moved = self
      moved.location = .address(address &+ UInt64(bias))
      return moved
    }
  }
#endif
