import LeakHeapReading

/// A stored property of an object's, read without running any code of the object's.
package enum StoredFlag {
  /// The `Bool` that `object` has in the property of the first name, or in one of that property's own, and so on; `nil` where there is
  /// none, or it cannot be read here.
  package static func value(of object: AnyObject, at names: String...) -> Bool? {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    return withExtendedLifetime(object) {
      HeapReader.shared.withObject(at: address) { value in
        names.reduce(value) { $0?[$1] }?.bool
      }
    }
  }
}
