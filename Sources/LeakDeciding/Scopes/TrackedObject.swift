import LeakHeapReading
import LeakSymbolication

/// An object that a check expects to go, observed without being kept alive.
package struct TrackedObject: Sendable {
  private let type: AnyClass
  /// The name that the test gave the object, if any.
  package let label: String?
  /// Where the object was tracked.
  package let location: CodeLocation
  package let witness: ObjectWitness

  package init(_ object: AnyObject, label: String? = nil, location: CodeLocation) {
    type = Swift.type(of: object)
    self.label = label
    self.location = location
    witness = ObjectWitness(object)
  }

  /// Tracks the object at `pointer`, which must be alive.
  package init(
    unretained pointer: UnsafeRawPointer, label: String? = nil, location: CodeLocation
  ) {
    type = Unmanaged<AnyObject>.fromOpaque(pointer)._withUnsafeGuaranteedRef { Swift.type(of: $0) }
    self.label = label
    self.location = location
    witness = ObjectWitness(unretained: pointer)
  }

  /// The type's name with its module. It is made anew each time: of most objects nobody asks for it.
  ///
  /// - Complexity: O(*n*) in the length of the name.
  package var typeName: String { RuntimeTypeName.stable(of: type) }

  /// The same for all objects of one type.
  package var typeIdentity: ObjectIdentifier { ObjectIdentifier(type) }

  /// Whether the object's `deinit` has not begun.
  package var isAlive: Bool { witness.isAlive }

  /// The object itself, retained, or `nil` when its `deinit` has begun.
  package func retained<Object: AnyObject>(as type: Object.Type) -> Object? {
    witness.retained() as? Object
  }
}
