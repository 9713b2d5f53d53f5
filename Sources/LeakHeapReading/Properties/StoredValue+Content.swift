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
  package var text: String? {
    guard let value = unwrapped, value.type.address == Address(of: String.self),
      LayoutFeature.strings.holds, let place = StringPlace(value.word(0), value.word(1))
    else { return nil }
    switch place {
    case .inside(let text): return text
    case .literal(let bytes, let count): return reader.text(at: bytes, count: count)
    case .storage(let storage, let bytes, let count):
      return reader.isObject(at: storage) ? reader.text(at: bytes, count: count) : nil
    }
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
