import Foundation

@testable import LeakBase
@testable import LeakHeapReading

/// Memory that ends where no one may read on: what is put at its end cannot be overrun without a fault. It stays
/// mapped as long as the process lives.
struct GuardedPage {
  private let start: UnsafeMutableRawPointer
  private let size = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Maps a page, and one after it that cannot be read.
  init() {
    start = mmap(
      nil, size * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | Int32(MAP_ANONYMOUS), -1, 0)
    precondition(start != MAP_FAILED)
    precondition(mprotect(start + size, size, PROT_NONE) == 0)
  }

  /// Puts `bytes` at the end of the page, after zeros.
  func place(_ bytes: [UInt8]) -> Address {
    memset(start, 0, size)
    let place = start + (size - bytes.count)
    bytes.withUnsafeBytes { place.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    return Address(UInt(bitPattern: place))
  }

  /// Puts the bytes of `words` at the end of the page, after zeros.
  func place(words: [some FixedWidthInteger]) -> Address {
    place(words.flatMap { withUnsafeBytes(of: $0, Array.init) })
  }
}
