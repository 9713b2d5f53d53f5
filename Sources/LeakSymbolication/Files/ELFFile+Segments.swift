import LeakBase

extension ELFFile {
  /// The addresses, in the file's own numbering, of what stays writable when the file is loaded.
  ///
  /// Source: the System V ABI, chapter *Program Loading*, and for what the linker makes constant after relocation the
  /// *Linux Standard Base*, section *Program Header*.
  var writableSegments: [Range<UInt64>] {
    let segments = programHeaders
    // What is constant after relocation is the beginning of a segment.
    let constant = segments.first { $0.type == Segment.relocatedConstants }?.addresses
    return segments.filter { $0.type == Segment.load && $0.flags & Segment.isWritable != 0 }
      .map { segment in
        guard let constant, segment.addresses.contains(constant.lowerBound) else {
          return segment.addresses
        }
        return min(constant.upperBound, segment.addresses.upperBound)..<segment.addresses.upperBound
      }
  }

  /// Whether what is loaded with `bias` begins as the file does: with the same headers, and, as a rule, the number of the build. A file that
  /// was put in the place of the one that is loaded has other symbols at these addresses.
  func isLoaded(at bias: UInt) -> Bool {
    let first = programHeaders.first { $0.type == Segment.load && $0.offset == 0 }
    guard let first else { return true }
    // A header may say that there is more than a range can count.
    let size = Int(
      min(first.addresses.upperBound - first.addresses.lowerBound, UInt64(Self.mostCompared)))
    var loaded = [UInt8](repeating: 0, count: size)
    var stored = loaded
    let copied = loaded.withUnsafeMutableBytes {
      Address(UInt(first.addresses.lowerBound) &+ bias).copy(into: $0)
    }
    // What cannot be read says nothing.
    guard copied == loaded.count, stored.withUnsafeMutableBytes({ start.copy(into: $0) }) == copied
    else { return true }
    return loaded == stored
  }

  private static let mostCompared = 4096

  /// How a file is loaded.
  private struct Segment {
    static let load: UInt32 = 1
    static let relocatedConstants: UInt32 = 0x6474_e552
    static let isWritable: UInt32 = 2

    var type: UInt32
    var flags: UInt32
    /// Where it is in the file.
    var offset: UInt64
    var addresses: Range<UInt64>
  }

  private static let programHeaderSize = 56

  private var programHeaders: [Segment] {
    guard Int(start.uint16(at: 54)) == Self.programHeaderSize,
      let headers = range(
        at: 32, size: UInt64(start.uint16(at: 56)) * UInt64(Self.programHeaderSize))
    else { return [] }
    return stride(from: headers.lowerBound, to: headers.upperBound, by: Self.programHeaderSize)
      .compactMap { offset in
        let header = start + offset
        let address = UInt64(header.word(at: 16))
        let (end, overflows) = address.addingReportingOverflow(UInt64(header.word(at: 40)))
        return overflows
          ? nil
          : Segment(
            type: header.uint32(), flags: header.uint32(at: 4), offset: UInt64(header.word(at: 8)),
            addresses: address..<end)
      }
  }
}
