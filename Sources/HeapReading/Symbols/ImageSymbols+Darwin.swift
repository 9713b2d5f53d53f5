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

    /// Debug information lies beside the image, in a file that is not read yet.
    static func function(named names: [String], inImageAt address: UInt) -> DebugFunction? { nil }
  }
#endif
