#if canImport(Darwin)
  import Darwin

  /// The symbols of the images that are loaded in the process.
  enum ImageSymbols {
    /// The name of the symbol at or before `address` in its image.
    static func symbol(at address: UInt) -> String? {
      var info = Dl_info()
      guard let pointer = UnsafeRawPointer(bitPattern: address), dladdr(pointer, &info) != 0,
        let name = info.dli_sname
      else { return nil }
      return String(cString: name)
    }

    /// The name of the symbol that begins at `address`.
    static func symbol(beginningAt address: UInt) -> String? {
      var info = Dl_info()
      guard let pointer = UnsafeRawPointer(bitPattern: address), dladdr(pointer, &info) != 0,
        UnsafeRawPointer(info.dli_saddr) == pointer, let name = info.dli_sname
      else { return nil }
      return String(cString: name)
    }

    /// Debug information lies beside the image, in a file that is not read yet.
    static func function(named names: [String], inImageAt address: UInt) -> DebugPlace? { nil }

    static func call(at address: UInt, in names: [String]) -> DebugCall? { nil }
    static func writingTime(ofImageAt address: UInt) -> Double? { nil }
    static func parameters(of names: [String], inImageAt address: UInt) -> DebugParameters? { nil }
    static func body(
      of names: [String], orIn callers: [String], inImageAt address: UInt
    ) -> (code: Range<UInt>, inlined: [String])? { nil }
    static func symbol(covering address: UInt) -> LoadedSymbol? { nil }
    static func dataSymbols(inImageAt address: UInt) -> [LoadedSymbol]? { nil }
    static func variable(named name: String, inImageAt address: UInt) -> DebugVariable? { nil }
    static func variable(covering address: UInt) -> DebugVariable? { nil }
    static func descriptor(ofType name: String, inImageAt address: UInt) -> UInt? { nil }
    static func locals(inFunctionAt code: UInt) -> [DebugLocal]? { nil }
    static func bodyStart(ofFunctionAt code: UInt) -> UInt? { nil }
  }
#endif
