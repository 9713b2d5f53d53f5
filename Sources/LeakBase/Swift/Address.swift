import CLeakBase

/// An address of the process's memory, read without retaining, binding or checking anything.
///
/// Every load goes through this file. The caller has checked that the memory is mapped, and keeps a
/// ``MemoryGuard`` for the case that it is not any more: the load then gives 0.
@frozen @usableFromInline
package struct Address: Hashable, Sendable {
  @usableFromInline package var bits: UInt

  @inlinable @inline(__always)
  package init(_ bits: UInt) {
    self.bits = bits
  }

  @inlinable @inline(__always)
  package static func == (left: Address, right: Address) -> Bool { left.bits == right.bits }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(bits) }

  /// An address as a pointer, for the runtime's entry points. The address is not null.
  @inlinable @inline(__always)
  package var pointer: UnsafeRawPointer { UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped }

  @inlinable @inline(__always)
  package var isNull: Bool { bits == 0 }

  @inlinable @inline(__always)
  package static func + (address: Address, offset: Int) -> Address {
    Address(address.bits &+ UInt(bitPattern: offset))
  }

  /// The 64-bit word at `offset` bytes from here.
  @inlinable @inline(__always)
  package func word(at offset: Int = 0) -> UInt { UInt(crt_load64((self + offset).bits)) }

  /// The address stored at `offset` bytes from here.
  @inlinable @inline(__always)
  package func address(at offset: Int = 0) -> Address { Address(word(at: offset)) }

  @inlinable @inline(__always)
  package func uint32(at offset: Int = 0) -> UInt32 { crt_load32((self + offset).bits) }

  @inlinable @inline(__always)
  package func uint16(at offset: Int = 0) -> UInt16 { crt_load16((self + offset).bits) }

  @inlinable @inline(__always)
  package func byte(at offset: Int = 0) -> UInt8 { crt_load8((self + offset).bits) }

  /// The target of the relative pointer at `offset`, or null for a null one.
  ///
  /// Source: `RelativeDirectPointer` in the runtime's `include/swift/Basic/RelativePointer.h`.
  package func relative(at offset: Int = 0) -> Address {
    let distance = Int32(bitPattern: uint32(at: offset))
    return distance == 0 ? Address(0) : self + offset + Int(distance)
  }

  /// The target of the relative pointer at `offset`, whose lowest bit says that it leads to a pointer.
  ///
  /// Source: `RelativeIndirectablePointer`, same file.
  package func relativeIndirectable(at offset: Int = 0) -> Address {
    let distance = Int32(bitPattern: uint32(at: offset))
    if distance == 0 { return Address(0) }
    let target = self + offset + Int(distance & ~1)
    return distance & 1 == 1 ? target.address() : target
  }

  /// Copies memory that may have been unmapped since it was looked up, as much as `buffer` takes.
  ///
  /// - Returns: how many bytes were copied, from the first on; 0 where the system has no safe way to.
  package func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard CRT_LOADS_RECOVER == 1, let target = buffer.baseAddress else { return 0 }
    return MemoryGuard.reading { buffer.count - crt_copy(target, bits, buffer.count) } ?? 0
  }

  /// The NUL-terminated string here, at most `limit` bytes of it.
  package func string(limit: Int = 4096) -> String {
    let count = crt_text_length(bits, max(limit, 0))
    return String(unsafeUninitializedCapacity: count) { text in
      guard let start = text.baseAddress else { return 0 }
      return count - crt_copy(start, bits, count)
    }
  }

  /// Fetches the memory here into the cache.
  @inlinable @inline(__always)
  package func prefetch() { crt_prefetch(bits) }

  /// Copies `count` bytes from here to `target`, and says whether all of them could be read.
  package func copy(_ count: Int, to target: UnsafeMutableRawPointer) -> Bool {
    crt_copy(target, bits, count) == 0
  }
}

extension Address {
  /// The address of the metadata of `type`.
  package init(of type: Any.Type) {
    self.init(UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self)))
  }

  /// The address of `symbol`, as far as the dynamic linker knows it, or null.
  package init(symbol: String) {
    self.init(UInt(bitPattern: crt_symbol(symbol)))
  }
}
