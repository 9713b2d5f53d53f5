import LeakHeapReading

/// A stored property of an object's, read without running any code of the object's.
package enum StoredFlag {
  /// The `Bool` that `object` has in the property of the first name, or in one of that property's own, and so on; `nil` where there is
  /// none, or it cannot be read here.
  package static func value(of object: AnyObject, at names: String...) -> Bool? {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    let flag = withExtendedLifetime(object) {
      HeapReader.shared.withObject(at: address) { value in
        names.reduce(value) { $0?[$1] }?.bool
      }
    }
    return flag ?? mirrored(of: object, at: names)
  }

  /// The same where nothing can be read, as with another allocator: as a mirror has it, unless that is the object's own.
  static func mirrored(of object: AnyObject, at names: [String]) -> Bool? {
    var value: Any = object
    for name in names {
      guard !(value is any CustomReflectable) else { return nil }
      var mirror = Optional(Mirror(reflecting: value))
      while let next = mirror, !next.children.contains(where: { $0.label == name }) {
        mirror = next.superclassMirror
      }
      guard let child = mirror?.children.first(where: { $0.label == name }) else { return nil }
      value = child.value
    }
    return value as? Bool
  }
}
