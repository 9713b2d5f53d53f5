import LeakBase

// What values of the standard library's types are.

extension StoredValue {
  /// The number, of an `Int` or an optional one.
  package var integer: Int? {
    guard let value = unwrapped, value.type.address == Address(of: Int.self) else { return nil }
    return Int(bitPattern: value.word())
  }

  /// The truth value, of a `Bool` or an optional one.
  package var bool: Bool? {
    guard let value = unwrapped, value.type.address == Address(of: Bool.self) else { return nil }
    return value.word() & 1 != 0
  }

  /// The name of the case, of an enumeration or an optional one.
  package var caseName: String? {
    guard let value = unwrapped, value.type.kind == MetadataKind.enum else { return nil }
    let cases = value.type.descriptor.fields
    let number = value.caseNumber
    guard !cases.isNull, number < cases.count else { return nil }
    return cases[number].name
  }

  /// The text, of a `String` or an optional one, where its bytes are in the value, in a literal, or in storage of
  /// Swift's own and not too many.
  ///
  /// Source of the layout: `stdlib/public/core/StringObject.swift`. The second word's highest four bits tell the form:
  /// `0b1010` with any second bit is a small string, 0 storage and `0b1000` a literal.
  package var text: String? {
    guard let value = unwrapped, value.type.address == Address(of: String.self) else { return nil }
    let (first, second) = (value.word(0), value.word(1))
    if second >> 60 & 0b1011 == 0b1010 { return Self.smallText(first, second) }
    let isTailAllocated = first & 1 << 60 != 0
    guard isTailAllocated, second >> 60 & 0b0111 == 0 else { return nil }
    // Both keep the bytes 32 bytes after the address, which for a literal is not an object's.
    let storage = Address(second & 0x0FFF_FFFF_FFFF_FFFF)
    let isLiteral = second >> 63 == 1
    guard isLiteral || reader.isObject(at: storage) else { return nil }
    return reader.text(at: storage + 32, count: Int(first & 0xFFFF_FFFF_FFFF))
  }

  /// A string of at most 15 bytes: the count is in the lower half of the last.
  private static func smallText(_ first: UInt, _ second: UInt) -> String? {
    let bytes = [first, second].flatMap { word in
      withUnsafeBytes(of: word.littleEndian, Array.init)
    }
    return String(validating: bytes.prefix(Int(second >> 56 & 0xF)), as: UTF8.self)
  }

  /// The keys and the values of a `Dictionary`, where they are not too many.
  package var dictionary: [(key: StoredValue, value: StoredValue)]? {
    guard let storage = self["_variant"]?["object"]?["rawValue"]?.object,
      let metadata = reader.classOfObject(at: storage),
      metadata.classDescriptor.name == "_DictionaryStorage",
      metadata.classDescriptor.module == "Swift"
    else { return nil }
    let (key, value) = (metadata.genericArgument(0), metadata.genericArgument(1))
    guard reader.compiler.isPlausibleType(key), reader.compiler.isPlausibleType(value),
      let table = HashTable(
        at: storage, keyStride: key.stride, valueStride: value.stride, in: reader.map),
      table.bucketCount <= 1 << 16
    else { return nil }
    var elements: [(key: StoredValue, value: StoredValue)] = []
    for bucket in table.occupiedBuckets {
      guard let key = StoredValue(key, at: table.keys + bucket * key.stride, reader: reader),
        let value = StoredValue(value, at: table.values + bucket * value.stride, reader: reader)
      else { return nil }
      elements.append((key, value))
    }
    return elements
  }
}

extension PropertyReader {
  /// What a text may take. One that is changed while it is read may say that it has any number of bytes.
  private static let mostTextBytes = 1 << 14

  fileprivate func text(at place: Address, count: Int) -> String? {
    guard count <= Self.mostTextBytes, map.isReadable(place, length: count) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: max(1, count))
    guard bytes.withUnsafeMutableBytes({ place.copy(count, to: $0.baseAddress.unsafelyUnwrapped) })
    else { return nil }
    return String(validating: bytes.prefix(count), as: UTF8.self)
  }
}
