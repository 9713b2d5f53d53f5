/// The memory of a copy, a page at a time: most questions are about words near others.
final class CopiedMemory {
  private static let pageSize: UInt = 4096

  private let read: (UInt, Int) -> [UInt8]?
  private var pages: [UInt: [UInt8]?] = [:]

  /// - Parameter read: Reads bytes of the copy; `nil` where they cannot be read.
  init(_ read: @escaping (UInt, Int) -> [UInt8]?) {
    self.read = read
  }

  /// What was copied would look like objects to who counts them in the process's memory.
  deinit {
    for index in pages.values.indices {
      _ = pages.values[index]?.withUnsafeMutableBytes { page in
        page.initializeMemory(as: UInt8.self, repeating: 0)
      }
    }
  }

  /// The word at `address`, which is a multiple of 8; `nil` where it cannot be read.
  func word(at address: UInt) -> UInt? {
    guard address & 7 == 0 else { return nil }
    let page = address & ~(Self.pageSize - 1)
    if pages[page] == nil { pages[page] = .some(read(page, Int(Self.pageSize))) }
    guard let bytes = pages[page] ?? nil else { return nil }
    return bytes.withUnsafeBytes {
      $0.load(fromByteOffset: Int(address - page), as: UInt.self)
    }
  }

  /// The byte at `address`; `nil` where it cannot be read.
  func byte(at address: UInt) -> UInt8? {
    word(at: address & ~7).map { UInt8(truncatingIfNeeded: $0 >> ((address & 7) * 8)) }
  }

  /// The lower half of the word at `address`, which is a multiple of 4.
  func uint32(at address: UInt) -> UInt32? {
    guard let word = word(at: address & ~7) else { return nil }
    return UInt32(truncatingIfNeeded: address & 4 == 0 ? word : word >> 32)
  }
}
