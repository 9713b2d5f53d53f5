import Synchronization

/// First words of objects that have been found to be instances of classes, and not what the toolchain's values are made of.
///
/// Asked and told by any thread without a lock. What has no place any more is found again. The library that has the class stays in
/// memory, as all do of which something was compiled.
final class KnownInstances: Sendable {
  private static let bits = 8
  private nonisolated(unsafe) let words: UnsafeMutablePointer<Atomic<UInt>>

  init() {
    words = .allocate(capacity: 1 << Self.bits)
    for index in 0..<1 << Self.bits { (words + index).initialize(to: Atomic(0)) }
  }

  deinit { words.deallocate() }

  func has(_ isa: UInt) -> Bool { words[Self.place(of: isa)].load(ordering: .relaxed) == isa }

  func insert(_ isa: UInt) { words[Self.place(of: isa)].store(isa, ordering: .relaxed) }

  private static func place(of isa: UInt) -> Int {
    Int(bitPattern: ((isa >> 3) &* 0x9E37_79B9_7F4A_7C15) >> UInt(64 - bits))
  }
}
