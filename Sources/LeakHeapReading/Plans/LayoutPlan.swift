import LeakHeapModel

/// Where the strong references in a piece of memory are: a slice of ``PlanTables/operations``.
package struct LayoutPlan: BitwiseCopyable {
  /// The index of a plan in ``PlanTables/plans``.
  package typealias ID = Int32

  package var start: Int32
  package var count: Int32
  /// How many operations follow that find what is no strong reference by its type: see
  /// ``PlanOperation/isObserver``.
  var observerCount: Int32
  /// The size of the memory in bytes.
  package var size: Int32
  /// The distance in bytes to the next such piece in an array.
  package var stride: Int32
  /// The words that hold the references, if there are no others to look at before one knows: a slice of
  /// ``PlanTables/offsets``. -1 in a plan that is not as plain as that.
  var firstOffset: Int32
  var offsetCount: Int32

  @inline(__always)
  var isPlain: Bool { firstOffset >= 0 }
}

/// One step of a ``LayoutPlan``: a place, and what to do there.
package struct PlanOperation: BitwiseCopyable {
  package enum Kind: UInt8, BitwiseCopyable {
    /// A strong reference.
    case strong
    /// A reference with flags in its spare bits (`Builtin.BridgeObject`).
    case bridge
    /// A function pointer, followed by the strong reference to its context.
    case function
    /// A strong reference to a block.
    case block
    /// An existential container of `count` bytes: the value's type stands at offset 24.
    case existential
    /// An enumeration with one payload: `argument` is the payload's plan, `count` the ``EnumLayout``.
    case singlePayloadEnum
    /// An enumeration with several payloads: `argument` is the ``EnumLayout``.
    case multiPayloadEnum
    /// `count` values of the plan `argument`, side by side.
    case inlineArray
    /// `count` bytes of unknown layout, or all that is left of the heap block if `count` is 0: whatever looks
    /// like a reference may be one. `argument` is the index of the reason that it is not read.
    case scan
    /// What is left of the heap block, as for `scan`, where that is more than blocks have behind what was asked for.
    case tail
    /// The components of a key path. `argument` as for `scan`.
    case keyPath
    /// A pointer to a block of memory that a system library owns. `argument` as for `scan`.
    case memory
    /// Memory that cannot be read: `argument` is the reason's index.
    case unread
    /// A weak reference: the address of the object's side table.
    case weak
    /// An unowned reference that is counted.
    case unowned
    /// A pointer without a type, or `Unmanaged`: it may own what it leads to, or not.
    case pointer
  }

  /// Whether what it finds is no strong reference by its type, and still matters to those who ask who may.
  var isObserver: Bool { observes || kind == .weak || kind == .unowned || kind == .pointer }

  /// Where the words are that it takes, counted from the place; `nil` where that depends on what they are.
  var words: [UInt32]? {
    switch kind {
    case .strong, .bridge, .block: [offset]
    case .function: [offset, offset + 8]
    default: nil
    }
  }

  /// The same for the observers in the value.
  var observing: PlanOperation {
    var operation = self
    operation.observes = true
    return operation
  }

  package var kind: Kind
  var confidence = Confidence.exact
  /// Whether it is there for the observers in the value: for those of an enumeration's payload, the case has to be asked for.
  package var observes = false
  package var offset: UInt32
  package var label: UInt32
  package var argument: Int32 = 0
  package var count: UInt32 = 0
}

/// What it takes to find the case that an enumeration has.
package struct EnumLayout: BitwiseCopyable {
  /// The enumeration's metadata.
  var type: UInt
  package var size: Int32
  /// The index in ``PlanTables/payloads`` of the first payload case's plan.
  var firstPayload: Int32
  var payloadCount: Int32
}

/// How to read a heap object, by its first word.
package struct HeapShape: BitwiseCopyable {
  /// The index of a shape in ``PlanTables/shapes``.
  package typealias ID = UInt32

  package enum Kind: UInt8, BitwiseCopyable {
    /// Holds no references.
    case leaf
    /// Holds references at fixed places.
    case fixed
    case array
    case dictionary
    case set
    case errorBox
    case block
    case genericClosure
    case task
    /// A block of memory without a type.
    case memory
    /// Not understood.
    case unread
  }

  package var kind: Kind
  /// The object's plan; the element's, or the key's, for a collection.
  package var plan: LayoutPlan.ID = 0
  /// The value's plan, for a dictionary.
  package var valuePlan: LayoutPlan.ID = 0
  /// The offset in bytes of an array's first element.
  package var elementOffset: Int32 = 0
  /// The first word of the objects that have this shape.
  package var isa: UInt
}
