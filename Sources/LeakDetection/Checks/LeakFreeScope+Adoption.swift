import LeakDeciding
import LeakHeapReading

extension LeakFreeScope {
  /// Owns as well what was made before for the stored properties of `object`, and what nothing keeps but them.
  ///
  /// - Parameters:
  ///   - ancestor: A superclass of the object's.
  ///   - module: The module of the classes above that, of whose properties nothing is taken.
  package func adoptProperties<Ancestor: AnyObject>(
    of object: Ancestor, below ancestor: Ancestor.Type, exceptThoseOf module: String
  ) {
    guard let allocations, HeapReader.hasOwnProperties(type(of: object), below: ancestor)
    else { return }
    let address = UInt(bitPattern: ObjectIdentifier(object))
    for _ in 0..<CheckReading.mostLooks {
      // Where the heap cannot be read at all, nothing is recorded either.
      guard let look = try? HeapLook(around: [address], by: .shared) else { return }
      guard let kept = look.objectsOnlyKept(byPropertiesAt: address, exceptThoseOf: module)
      else { continue }
      return allocations.adopt(kept)
    }
  }
}
