import CLeakBase
import LeakBase

/// A copy of a variable's bytes, to be taken apart by what the runtime knows of its type.
///
/// The memory behind it may be changing, or be given back: nothing there is believed, and what is not as expected is
/// `nil`. No code of the types runs but the functions, made by the compiler, that tell an enumeration's case, and they
/// see the copy.
package struct StoredValue {
  package let type: TypeMetadata
  package let reader: PropertyReader
  /// The bytes, filled up with zeros to whole words, and to at least one.
  private let words: [UInt]

  /// What a variable may take.
  private static let mostBytes = 1024

  /// The variable of `type` at `place`, as it is now.
  package init?(_ type: TypeMetadata, at place: Address, reader: PropertyReader) {
    let size = type.size
    guard (0...Self.mostBytes).contains(size), type.alignmentMask < 16,
      reader.map.isReadable(place, length: size)
    else { return nil }
    var words = Self.zeros(for: size)
    guard words.withUnsafeMutableBytes({ place.copy(size, to: $0.baseAddress.unsafelyUnwrapped) })
    else { return nil }
    self.init(type, words: words, reader: reader)
  }

  /// A reference to the live object at `object`.
  package init(reference object: Address, reader: PropertyReader) {
    self.init(TypeMetadata(object.address()), words: [object.bits], reader: reader)
  }

  private init(_ type: TypeMetadata, words: [UInt], reader: PropertyReader) {
    self.type = type
    self.words = words
    self.reader = reader
  }

  private static func zeros(for size: Int) -> [UInt] {
    [UInt](repeating: 0, count: max(1, (size + 7) / 8))
  }

  /// The word at `index`, or 0 past the end.
  package func word(_ index: Int = 0) -> UInt { index < words.count ? words[index] : 0 }

  /// Whether some word of the value is `address`, whatever an enumeration keeps in the bits that are spare.
  package func refers(to address: Address) -> Bool {
    words.contains { $0 & Processor.pointerBits == address.bits }
  }

  /// The number of the enumeration's case, those with payloads first.
  var caseNumber: Int {
    words.withUnsafeBytes {
      Int(crt_enum_tag($0.baseAddress.unsafelyUnwrapped, type.address.pointer))
    }
  }

  /// The part of the value that is of `type` and begins `offset` bytes in.
  private func part(_ type: TypeMetadata, at offset: Int) -> StoredValue? {
    let size = type.size
    return words.withUnsafeBytes { bytes in
      guard (0...bytes.count).contains(offset), (0...bytes.count - offset).contains(size) else {
        return nil
      }
      var words = Self.zeros(for: size)
      words.withUnsafeMutableBytes {
        $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size]))
      }
      return StoredValue(type, words: words, reader: reader)
    }
  }
}

extension StoredValue {
  /// The stored property `name` of the structure, or of the object that is referred to, whose class or a superclass
  /// declares it. An optional's is its value's.
  package subscript(name: String) -> StoredValue? {
    guard let value = unwrapped else { return nil }
    if let object = value.object { return reader.property(name, ofObjectAt: object) }
    guard value.type.kind == MetadataKind.struct,
      let property = reader.compiler.storedProperty(name, declaredBy: value.type)
    else { return nil }
    return value.part(property.type, at: property.offset)
  }

  /// The value itself or, for an optional, what that has: `nil` when it has nothing.
  var unwrapped: StoredValue? {
    guard type.kind == MetadataKind.optional else { return self }
    guard caseNumber == 0 else { return nil }
    return part(type.optionalPayload, at: 0)?.unwrapped
  }

  /// The live object that the value, a reference or an optional one, refers to.
  package var object: Address? {
    guard let value = unwrapped else { return nil }
    let isBridge = value.type.address == reader.compiler.symbols.bridgeObject
    guard value.type.isClass || value.type.isClassBoundExistential || isBridge else { return nil }
    let address = Address(value.word() & (isBridge ? Processor.pointerBits : UInt.max))
    return reader.isObject(at: address) ? address : nil
  }
}
