#if canImport(Darwin)
  import Darwin

  extension ImageSymbols {
    /// The name of the symbol at or before `address` in its image.
    package static func symbol(at address: UInt) -> String? {
      var info = Dl_info()
      guard let pointer = UnsafeRawPointer(bitPattern: address), dladdr(pointer, &info) != 0,
        let name = info.dli_sname
      else { return nil }
      return String(cString: name)
    }

    /// The name of the symbol that begins at `address`.
    package static func symbol(beginningAt address: UInt) -> String? {
      var info = Dl_info()
      guard let pointer = UnsafeRawPointer(bitPattern: address), dladdr(pointer, &info) != 0,
        UnsafeRawPointer(info.dli_saddr) == pointer, let name = info.dli_sname
      else { return nil }
      return String(cString: name)
    }
  }
#endif
