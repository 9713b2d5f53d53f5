/// The shapes of the first words that a walk met last, by a hash of the word.
///
/// Nine of ten objects are of a type that was met a moment before; the compiler's own dictionary takes as long as
/// all the rest of reading one.
struct ShapeCache {
  private struct Entry: BitwiseCopyable {
    var isa: UInt = 0
    var shape: HeapShape.ID = 0
  }

  private static let bits = 9
  private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << ShapeCache.bits)

  init() {
    entries.initialize(repeating: Entry(), count: 1 << Self.bits)
  }

  func deallocate() {
    entries.deallocate()
  }

  @inline(__always)
  subscript(isa: UInt) -> HeapShape.ID? {
    get {
      let entry = entries[Self.hash(isa)]
      return entry.isa == isa && isa != 0 ? entry.shape : nil
    }
    nonmutating set {
      entries[Self.hash(isa)] = Entry(isa: isa, shape: newValue ?? 0)
    }
  }

  @inline(__always)
  private static func hash(_ isa: UInt) -> Int {
    Int(bitPattern: ((isa >> 3) &* 0x9E37_79B9_7F4A_7C15) >> UInt(64 - bits))
  }
}
