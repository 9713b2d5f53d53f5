/// One heap object of a ``HeapGraph``.
@frozen @usableFromInline
package struct HeapObject: Sendable, Hashable {
  /// The index of the object's type in ``HeapGraph/types``.
  @usableFromInline package var type: UInt32

  /// The size of the object in bytes, without what the allocator adds; 0 where it is not known.
  @usableFromInline package var size: UInt32

  @inlinable @inline(__always)
  package init(type: UInt32, size: UInt32 = 0) {
    self.type = type
    self.size = size
  }
}

/// What a heap object is: an instance of a class, or one of the allocations that the compiler and the
/// runtime make for closures, captured variables and collections.
package struct HeapObjectType: Sendable, Hashable {
  /// The families of heap objects.
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// An instance of a class or an actor.
    case instance
    /// What a closure captured.
    case closureContext
    /// A captured variable, an indirect enum payload, or an existential that does not fit inline.
    case box
    /// A boxed `Error`.
    case errorBox
    /// The storage of an array.
    case arrayStorage
    /// The storage of a dictionary.
    case dictionaryStorage
    /// The storage of a set.
    case setStorage
    /// A block (`@convention(block)`), also the one inside a `DispatchWorkItem`.
    case block
    /// A Swift concurrency task.
    case task
    /// A block of memory that belongs to a system library written in C.
    case memory
    /// An object of a kind that the reader does not understand: nothing is known of what it holds.
    case unread
  }

  package let kind: Kind

  /// The type's name with its module, as in `Shop.Cart` or `Swift.Array<Shop.Item>`; for an object
  /// without a type of its own, what it is: `closure context`, `box`, `block`.
  package var name: String

  /// The module that declares the type, or an empty string where there is no type.
  package let module: String

  /// The names of the type's superclasses with their modules, the nearest first.
  package var superclasses: [String]

  /// How much of the objects of this type a report shows. It is asked of every object, and found out once.
  package let visibility: Visibility

  package init(kind: Kind, name: String, module: String = "", superclasses: [String] = []) {
    self.kind = kind
    self.name = name
    self.module = module
    self.superclasses = superclasses
    visibility = Self.visibility(of: kind, module: module)
  }
}
