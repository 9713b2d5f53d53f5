#if !(os(Linux) && _pointerBitWidth(_64))
  /// The symbols of the images that are loaded in the process: on this platform, no debug information is read.
  enum ImageSymbols {
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
    static func calls(
      from caller: String, toInitializerOf callee: String, inImageAt address: UInt
    ) -> Bool { false }
    static func bodyStart(ofFunctionAt code: UInt) -> UInt? { nil }
  }

  #if !canImport(Darwin)
    extension ImageSymbols {
      static func symbol(at address: UInt) -> String? { nil }
      static func symbol(beginningAt address: UInt) -> String? { nil }
    }
  #endif
#endif
