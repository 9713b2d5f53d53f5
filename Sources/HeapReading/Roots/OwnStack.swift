import CRuntime

/// Where the calling thread's stack begins to be the program's: outside the functions of this kit, which have
/// addresses of the objects in question.
enum OwnStack {
  /// The kit's modules.
  static let modules = [
    "HeapModel", "CRuntime", "HeapReading", "LeakDetection", "LeakTesting",
  ]

  /// Looks no further than this many frames.
  private static let limit = 128

  @inline(never)
  static func base() -> UInt {
    var returns = [UInt](repeating: 0, count: limit)
    var frames = [UInt](repeating: 0, count: limit)
    let count = crt_own_frames(&returns, &frames, limit)
    guard count > 0 else { return 0 }
    var base = frames[0]
    for index in 0..<count {
      guard let symbol = Symbolizer.symbol(at: returns[index] - 1) else { break }
      if !isOwn(symbol) { break }
      // Where the function saved its caller's frame: what is above is the caller's.
      if index + 1 < count { base = frames[index + 1] }
    }
    return base
  }

  /// Whether `symbol` is a function of this kit's: a mangled name begins with its module's.
  static func isOwn(_ symbol: String) -> Bool {
    guard symbol.hasPrefix("$s") else { return symbol.hasPrefix("crt_") }
    return modules.contains { symbol.dropFirst(2).hasPrefix("\($0.utf8.count)\($0)") }
  }
}
