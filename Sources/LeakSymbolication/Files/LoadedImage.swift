import CLeakBase

/// An executable or a library that is loaded in the process.
package struct LoadedImage {
  /// What is added to the addresses in its file.
  package let bias: UInt

  /// Where its file is. The executable's own is reached through the process, wherever it was moved.
  package let path: String

  /// Whether there is an image at `address` that is the program's: the executable, or a library that is neither the toolchain's
  /// nor the system's.
  package static func isPrograms(at address: UInt) -> Bool {
    LoadedImage(at: address).map { ImageKind(path: $0.path) == .program } ?? false
  }

  /// The image that has a loadable segment at `address`; `nil` where there is none, and on systems but Linux.
  ///
  /// - Complexity: O(*n*) in the number of images.
  package init?(at address: UInt) {
    var bias: UInt = 0
    let path = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CRT_PATH_LIMIT)) {
      buffer -> String? in
      guard let start = buffer.baseAddress, crt_image_at(address, &bias, start) else { return nil }
      return String(cString: start)
    }
    guard let path else { return nil }
    self.bias = bias
    self.path = path
  }

  /// The bias of the image at `address`, which costs less than its path.
  package static func bias(at address: UInt) -> UInt? {
    var bias: UInt = 0
    return crt_image_at(address, &bias, nil) ? bias : nil
  }

  /// How often an image was unloaded so far: where it was, another may be since.
  static var unloads: UInt64 { crt_image_unloads() }

  /// The file's name without its folders.
  package var fileName: String? { path.split(separator: "/").last.map(String.init) }
}
