import CLeakBase
import LeakBase
import LeakSymbolication

extension LayoutCheck {
  private final class Element: Hashable {
    static func == (left: Element, right: Element) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Whether an array's storage has the count, the capacity and the elements where they are known to be.
  static func arraysHold(in map: KeptMap) -> Bool {
    let elements = (0..<11).map { _ in Element() }
    var array = ContiguousArray<Element>()
    array.reserveCapacity(100)
    array += elements
    let capacity = array.capacity
    return array.withUnsafeBufferPointer { buffer in
      let first = Address(UInt(bitPattern: buffer.baseAddress))
      let storage = first + -crt_fact_array_elements()
      let metadata = storage.address()
      guard metadata.bits & 7 == 0,
        LoadedImage.bias(at: metadata.bits) != nil || map.isReadable(metadata, length: 64),
        TypeMetadata(metadata).isClass
      else { return false }
      return storage.word(at: crt_fact_array_count()) == 11
        && Int(
          storage.word(at: crt_fact_array_capacity()) >> UInt(crt_fact_array_capacity_shift()))
          == capacity
        && Int(first.word()) == Int(place(of: elements[0]).bits)
    }
  }

  /// Whether the tables of a dictionary and of a set have all their elements in the buckets that are known to be in use.
  static func tablesHold(in map: KeptMap) -> Bool {
    let keys = (0..<23).map { _ in Element() }
    let values = (0..<23).map { _ in Element() }
    let dictionary = Dictionary(uniqueKeysWithValues: zip(keys, values))
    let set = Set(keys)
    return withExtendedLifetime((dictionary, set)) {
      guard
        let pairs = HashTable(
          at: storage(of: dictionary), keyStride: 8, valueStride: 8, in: map),
        let elements = HashTable(at: storage(of: set), keyStride: 8, valueStride: nil, in: map)
      else { return false }
      return words(of: pairs, pairs.keys) == addresses(of: keys)
        && words(of: pairs, pairs.values) == addresses(of: values)
        && words(of: elements, elements.keys) == addresses(of: keys)
    }
  }

  private static func storage<Collection>(of collection: Collection) -> Address {
    Address(unsafeBitCast(collection, to: UInt.self) & Processor.pointerBits)
  }

  private static func words(of table: HashTable, _ first: Address) -> Set<UInt> {
    Set(table.occupiedBuckets.map { first.word(at: 8 * $0) })
  }

  private static func addresses(of elements: [Element]) -> Set<UInt> {
    Set(elements.map { place(of: $0).bits })
  }

  /// Whether a block that captures a closure has the closure's code and context where they are known to be.
  static func blocksHold(in map: KeptMap) -> Bool {
    let element = Element()
    let isa = Address(symbol: "_NSConcreteMallocBlock")
    let block = makeBlock(element)
    return withExtendedLifetime(block) {
      let address = Address(unsafeBitCast(block, to: UInt.self))
      // Without the runtime of blocks there are none, and one that is not on the heap tells nothing.
      guard !isa.isNull, address.address() == isa else { return true }
      let flags = address.uint32(at: crt_fact_block_flags())
      let descriptor = address.address(at: crt_fact_block_descriptor())
      guard map.isReadable(descriptor, length: 16) else { return false }
      let size = Int(bitPattern: descriptor.word(at: crt_fact_block_size()))
      // Twice the count of references, of which there are few, in the lower half.
      return flags.hasBit(crt_fact_block_owns_bit())
        && size == crt_fact_block_captures() + 16
        && map.isCode(address.address(at: crt_fact_block_captures()))
        && crt_block_counts_hold(address.pointer)
    }
  }

  @inline(never)
  private static func makeBlock(_ element: Element) -> @convention(block) () -> Void {
    let first = element
    let second = Element()
    return { withExtendedLifetime((first, second)) {} }
  }
}
