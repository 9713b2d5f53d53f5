import LeakBase

/// Some bytes of a binary's file.
///
/// Nothing keeps the file from being cut short while it is mapped: who reads holds a ``MemoryGuard``, and what is gone
/// reads as zeros.
struct FileBytes {
  var start: Address
  var count: Int

  static let empty = FileBytes(start: Address(0), count: 0)

  /// The bytes in `range`, which is within these.
  subscript(range: Range<Int>) -> FileBytes {
    FileBytes(start: start + range.lowerBound, count: range.count)
  }
}
