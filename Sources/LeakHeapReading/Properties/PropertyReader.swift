import LeakBase

/// Reads the stored properties of objects by name.
package struct PropertyReader {
  let compiler: PlanCompiler
  private let walk: HeapWalk

  fileprivate init(compiler: PlanCompiler) {
    self.compiler = compiler
    walk = HeapWalk(compiler: compiler)
  }

  fileprivate func deallocate() { walk.deallocate() }

  package var map: KeptMap { compiler.map }

  /// Whether a live object is at `address`, which may be any number.
  func isObject(at address: Address) -> Bool { walk.isHeapObject(address) }

  /// The class of the live object at `object`; `nil` when that is no instance of a class, or has just gone.
  package func classOfObject(at object: Address) -> TypeMetadata? {
    let metadata = TypeMetadata(object.address())
    return compiler.isPlausibleMetadata(metadata.address) && metadata.isClass ? metadata : nil
  }

  /// The stored property `name` of the live object at `object`, whose class or a superclass declares it.
  func property(_ name: String, ofObjectAt object: Address) -> StoredValue? {
    guard let metadata = classOfObject(at: object) else { return nil }
    for declaring in [metadata] + compiler.superclasses(of: metadata) {
      guard let property = compiler.storedProperty(name, declaredBy: declaring) else { continue }
      let size = metadata.instanceSize
      guard (0...size).contains(property.offset), property.type.size <= size - property.offset
      else { return nil }
      return StoredValue(property.type, at: object + property.offset, reader: self)
    }
    return nil
  }
}

extension HeapReader {
  /// Calls `body` with a reference to the object at `address`; `nil` when no live object is there.
  package func withObject<Result: Sendable>(
    at address: UInt, _ body: (StoredValue) -> Result?
  ) -> Result? {
    withCompiler { compiler in
      let reader = PropertyReader(compiler: compiler)
      defer { reader.deallocate() }
      guard reader.isObject(at: Address(address)) else { return nil }
      return body(StoredValue(reference: Address(address), reader: reader))
    }
  }
}
