import LeakBase
import LeakDetection

extension StaticString {
  /// A file's path as XCTest takes it, who wants to have it from the compiler; each path is made once, and stays. `<EXPR>`, as XCTest
  /// itself says where it knows no file, where this type is laid out in another way.
  ///
  /// Source: Swift's `stdlib/public/core/StaticString.swift`: the start, the number of bytes, and flags, of which the lowest says that
  /// there is no start, and the next that all is ASCII.
  init(path: String) {
    self = Self.known.withLock { known in
      if let made = known[path] { return made }
      let made = Self.making(path)
      known[path] = made
      return made
    }
  }

  private static let known = VisibleMutex<[String: StaticString]>([:])

  private struct Storage {
    var start: UInt
    var count: Int
    var flags: UInt8
  }

  private static func making(_ path: String) -> StaticString {
    guard !path.isEmpty, MemoryLayout<Storage>.size == MemoryLayout<StaticString>.size else {
      return "<EXPR>"
    }
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: path.utf8.count + 1)
    _ = bytes.initialize(from: Array(path.utf8) + [0])
    let isASCII = path.utf8.allSatisfy { $0 < 0x80 }
    let made = unsafeBitCast(
      Storage(
        start: UInt(bitPattern: bytes.baseAddress), count: path.utf8.count, flags: isASCII ? 2 : 0),
      to: StaticString.self)
    guard made.hasPointerRepresentation, made.utf8CodeUnitCount == path.utf8.count,
      UnsafePointer(bytes.baseAddress) == made.utf8Start
    else { return "<EXPR>" }
    return made
  }
}
