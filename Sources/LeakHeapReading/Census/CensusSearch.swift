import CLeakBase
import LeakBase

/// A search of the writable memory for live objects of the executable's own types.
///
/// A block of malloc's whose first word is the metadata of such a type, and whose second says that `deinit`
/// has not begun, is a live object. Of freed blocks, the allocator overwrites the first word or the runtime
/// has marked the second.
struct CensusSearch {
  private let map: KeptMap
  private let writableMemory: [Range<UInt>]
  /// Where the executable that this code is part of is mapped.
  private let executable: Range<UInt>
  /// The name of each type by the address of its metadata, or `nil` for a word that is none.
  private var names: [UInt: String?] = [:]
  private(set) var instances: [String: Int] = [:]

  /// How much is looked at in one go.
  private static let chunk = 1 << 20

  init() {
    let map = MemoryMap()
    writableMemory = map.writableMemory
    self.map = KeptMap(map)
    executable = MemoryMap.image(around: Address(of: ObjectWitness.self))
  }

  mutating func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
    let start = UInt(bitPattern: buffer.baseAddress)
    let copies = start..<start + UInt(Self.chunk)
    defer {
      // Not to be taken for objects by the next search.
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      buffer.deallocate()
    }
    for region in writableMemory {
      var start = region.lowerBound
      while start < region.upperBound {
        let length = min(Self.chunk, Int(region.upperBound - start))
        let count = Address(start).copy(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]))
        search(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: start, leavingOut: copies)
        // The next chunk begins with the last two words of this one, which may hold a block's size.
        start += UInt(start + UInt(length) < region.upperBound ? length - 16 : length)
      }
    }
  }

  /// Looks at memory that was copied from `address`, a multiple of 16.
  ///
  /// Blocks begin at multiples of 16, and the word before them holds their size, with the header.
  private mutating func search(
    _ memory: UnsafeRawBufferPointer, at address: UInt, leavingOut copies: Range<UInt>
  ) {
    // In a debug build only a pointer's subscript costs no call, and most words are no types.
    guard let words = memory.assumingMemoryBound(to: UInt.self).baseAddress else { return }
    let end = memory.count / 8 - 1
    let (mapping, flags) = (UInt(crt_fact_chunk_is_mapping()), UInt(crt_fact_chunk_flags()))
    let (smallest, largest) = (UInt(crt_fact_chunk_smallest()), UInt(1 << 20))
    var index = 2
    while index < end {
      let type = words[index]
      let header = words[index - 1]
      let size = header & ~flags
      // Of a block that is a mapping of its own nothing is said.
      if type > 4096, type & 7 == 0, header & mapping == 0, size & 15 == 0, size >= smallest,
        size <= largest, let name = name(ofTypeAt: type)
      {
        let block = Address(address + UInt(index) * 8)
        if !copies.contains(block.bits), Self.isInUse(block, size: Int(size)),
          ReferenceCountBits(words[index + 1], of: block, in: map)?.isAlive == true
        {
          instances[name, default: 0] += 1
        }
      }
      index += 2
    }
  }

  /// Whether the header after `block` is one, and says that the block is not free.
  private static func isInUse(_ block: Address, size: Int) -> Bool {
    var next: UInt = 0
    let end = block + (size - 8)
    guard withUnsafeMutableBytes(of: &next, { end.copy(into: $0) }) == 8 else { return false }
    return next & UInt(crt_fact_chunk_follows_used()) != 0
      && next & ~UInt(crt_fact_chunk_flags()) >= UInt(crt_fact_chunk_header()) && next >> 32 == 0
  }

  /// The name of the type whose metadata is at `bits`, if it is the executable's own.
  private mutating func name(ofTypeAt bits: UInt) -> String? {
    if let known = names[bits] { return known }
    let name = ownType(at: Address(bits))
    names[bits] = .some(name)
    return name
  }

  private func ownType(at address: Address) -> String? {
    guard map.isReadable(address + -16, length: 128) else { return nil }
    if address.word() == MetadataKind.heapLocalVariable {
      return isOwn(address) ? HeapCensus.contexts : nil
    }
    guard address.word() == MetadataKind.class else { return nil }
    let metadata = TypeMetadata(address)
    let descriptor = metadata.classDescriptor
    guard descriptor.address.bits & 3 == 0, isOwn(descriptor.address),
      descriptor.kind == ContextDescriptor.Kind.class
    else { return nil }
    return name(of: descriptor)
  }

  /// The type's name with its module and the types around it, read without asking the runtime: what was
  /// taken for a type may be none.
  private func name(of descriptor: ContextDescriptor) -> String {
    var names: [String] = []
    var context = descriptor
    while !context.isNull, map.isInImage(context.address, length: 12), names.count < 16 {
      names.append(context.name)
      context = context.parent
    }
    return names.reversed().filter { !$0.isEmpty }.joined(separator: ".")
  }

  /// Whether `address` is in the executable that this code is part of.
  private func isOwn(_ address: Address) -> Bool { executable.contains(address.bits) }
}
