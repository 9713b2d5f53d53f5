#if !(os(Linux) && _pointerBitWidth(_64))
  /// The symbols of the images that are loaded in the process: on this platform, no debug information is read.
  package enum ImageSymbols {
    package static func function(named names: [String], inImageAt address: UInt) -> DebugPlace? {
      nil
    }
    static func call(at address: UInt, in names: [String]) -> DebugCall? { nil }
    package static func functions(beginning prefix: String, inImageAt address: UInt) -> [String] {
      []
    }
    static func writingTime(ofImageAt address: UInt) -> Double? { nil }
    static func parameters(of names: [String], inImageAt address: UInt) -> DebugParameters? { nil }
    static func body(
      of names: [String], orIn callers: [String], inImageAt address: UInt
    ) -> (code: Range<UInt>, inlined: [String])? { nil }
    package static func symbol(covering address: UInt) -> LoadedSymbol? { nil }
    static func dataSymbols(inImageAt address: UInt) -> [LoadedSymbol]? { nil }
    package static func variable(named name: String, inImageAt address: UInt) -> DebugVariable? {
      nil
    }
    package static func variable(covering address: UInt) -> DebugVariable? { nil }
    package static func descriptor(ofType name: String, inImageAt address: UInt) -> UInt? { nil }
    package static func locals(inFunctionAt code: UInt) -> [DebugLocal]? { nil }
    package static func calls(
      from caller: String, toInitializerOf callee: String, inImageAt address: UInt
    ) -> Bool { false }
    package static func hasInitializer(beginning prefix: String, inImageAt address: UInt) -> Bool {
      false
    }
    package static func endingMethod(
      ofType members: String, inImageAt address: UInt,
      where isMember: @Sendable (FunctionName) -> Bool
    ) -> String? { nil }
    package static func conformances(ofClass members: String, inImageAt address: UInt) -> [UInt] {
      []
    }
    package static func bodyStart(ofFunctionAt code: UInt) -> UInt? { nil }
  }

  #if !canImport(Darwin)
    extension ImageSymbols {
      package static func symbol(at address: UInt) -> String? { nil }
      package static func symbol(beginningAt address: UInt) -> String? { nil }
    }
  #endif
#endif
