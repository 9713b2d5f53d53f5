/// One strong reference of a ``HeapGraph``.
@frozen @usableFromInline
package struct HeapReference: Sendable, Hashable, BitwiseCopyable {
  /// The index of the object that is kept alive.
  @usableFromInline package var target: UInt32

  /// The index of the reference's label in ``HeapGraph/labels``.
  @usableFromInline package var label: UInt32

  /// The position in an array's or an inline array's elements, or -1.
  @usableFromInline package var index: Int32

  /// How sure it is that the reference exists.
  @usableFromInline package var confidence: Confidence

  @inlinable @inline(__always)
  package init(target: UInt32, label: UInt32, index: Int32 = -1, confidence: Confidence = .exact) {
    self.target = target
    self.label = label
    self.index = index
    self.confidence = confidence
  }
}

/// How sure it is that a reference exists.
@frozen @usableFromInline
package enum Confidence: UInt8, Sendable, Hashable, Comparable, CaseIterable, BitwiseCopyable {
  /// The runtime's own metadata describes the reference.
  case exact
  /// The memory layout of a well-known system type describes the reference.
  case knownLayout
  /// A word in untyped memory looks like a reference.
  case conservative

  @inlinable
  package static func < (left: Confidence, right: Confidence) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Where in its source a reference is stored.
package struct ReferenceLabel: Sendable, Hashable {
  /// What kind of place holds the reference.
  package enum Role: UInt8, Sendable, Hashable, CaseIterable {
    /// A stored property of an instance.
    case property
    /// A capture of a closure.
    case capture
    /// An element of an array, a set or an inline array.
    case element
    /// A key of a dictionary.
    case key
    /// A value of a dictionary.
    case value
    /// What a box, an error box or a block is there to hold.
    case content
  }

  package var role: Role

  /// The path of stored names from the object to the reference: `delegate`, `state.loaded.0`. It starts
  /// with the property for an instance, and is empty where the reference is all there is.
  package var path: String

  /// The position among a closure's captures, or -1.
  package var captureIndex: Int

  /// How many captures the closure has; 0 where that is not known.
  package var captureCount: Int

  /// Whether no other capture of the closure has the declared type.
  package var isOnlyCaptureOfType: Bool

  /// The declared type of the property, capture or element that `path` starts with, with its module;
  /// empty where it is not known.
  package var declaredType: String

  /// The name of the class that declares the property, with its module, where that is a superclass of its owner's.
  package var declaringClass: String?

  /// Whether the property is declared `var` with a type that a `weak` reference can have: an optional
  /// class or class-bound protocol.
  package var canBeWeak: Bool

  /// Whether the property is declared `let`: what it refers to was there when its owner was made.
  package var isConstant = false

  /// Whether a type of the toolchain's declares the last name of ``path``: nobody can change that.
  package var isOfToolchain = false

  /// Whether the declared type is a protocol's (`any P`).
  package var isExistential: Bool

  /// Whether the declared type is a class-bound protocol's, or `AnyObject`.
  package var isClassBound: Bool

  /// Whether the property is declared `lazy`: it cannot be weak.
  package var isLazy: Bool

  /// Whether the declared type is a generic parameter, or an optional one, that need not be a class: it cannot be weak then. What
  /// is required of a capture's is not known here: it counts as such.
  package var isUnconstrained: Bool

  /// Whether `path` leads through the payload of an enumeration's case.
  package var isInPayload: Bool

  /// Whether the capture is declared with the outermost generic parameter as its type. In an extension of a
  /// protocol that is `Self`.
  package var isFirstGenericParameter: Bool

  /// Whether the place is a task's handle, `Task`, and no continuation.
  package var isTaskHandle: Bool { path.hasSuffix("_task") }

  /// The place of a task that waits for the end of another one, in that.
  package static let waiter = ReferenceLabel(role: .content, path: "waiter")

  /// That of a task to the context of the closure that it runs.
  package static let closureContext = ReferenceLabel(role: .content, path: "context")

  /// That of a task to what its functions have.
  package static let frame = ReferenceLabel(role: .content, path: "frame")

  package init(
    role: Role, path: String = "", captureIndex: Int = -1, captureCount: Int = 0,
    isOnlyCaptureOfType: Bool = false, declaredType: String = "",
    canBeWeak: Bool = false, isExistential: Bool = false, isClassBound: Bool = false,
    isLazy: Bool = false,
    isUnconstrained: Bool = false, isInPayload: Bool = false, isFirstGenericParameter: Bool = false
  ) {
    self.role = role
    self.path = path
    self.captureIndex = captureIndex
    self.captureCount = captureCount
    self.isOnlyCaptureOfType = isOnlyCaptureOfType
    self.declaredType = declaredType
    self.canBeWeak = canBeWeak
    self.isExistential = isExistential
    self.isClassBound = isClassBound
    self.isLazy = isLazy
    self.isUnconstrained = isUnconstrained
    self.isInPayload = isInPayload
    self.isFirstGenericParameter = isFirstGenericParameter
  }

  /// Whether the declared type is `Any`: what is there is what other code put there, and each puts something else.
  package var isAny: Bool {
    isExistential && !canBeWeak && ["Any", "Swift.Optional<Any>"].contains(declaredType)
  }

  /// Whether the declared type is `AnyHashable`.
  package var isAnyHashable: Bool {
    ["Swift.AnyHashable", "Swift.Optional<Swift.AnyHashable>"].contains(declaredType)
  }
}

/// The name of a function in the snapshot that a graph belongs to.
package struct FunctionID: Sendable, Hashable {
  package var rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}

/// A reference that is the context of a function value, and the function.
///
/// A closure that captures one class instance and nothing else has that instance as its context, so the
/// target of such a reference may be an instance.
package struct FunctionReference: Sendable, Hashable {
  package var reference: UInt32
  package var function: FunctionID

  package init(reference: UInt32, function: FunctionID) {
    self.reference = reference
    self.function = function
  }
}
