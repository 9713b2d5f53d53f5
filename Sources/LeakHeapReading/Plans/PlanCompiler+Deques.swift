import LeakBase
import LeakHeapModel

/// The elements of deques: of those of streams, and of swift-collections'.
extension PlanCompiler {
  /// The operations for the elements in the buffer of a deque, which `metadata` is the class of; `nil` for another class.
  ///
  /// Sources: `stdlib/public/Concurrency/Deque/_DequeBufferHeader.swift` of the Swift repository, and the file of the same name in
  /// swift-collections.
  func dequeElements(of metadata: TypeMetadata, _ buffer: TypeMetadata) -> [PlanOperation]? {
    let header = buffer.genericArgument(0)
    let element = buffer.genericArgument(1)
    guard isPlausibleType(header), header.kind == MetadataKind.struct,
      header.descriptor.name == "_DequeBufferHeader", header.size == DequeHeader.size,
      let place = buffer.indexOfField(named: "header").map(buffer.fieldOffset),
      DequeHeader.fields.allSatisfy({ name, offset in
        header.indexOfField(named: name).map(header.fieldOffset) == offset
      })
    else { return nil }
    let plan = elementPlan(element, role: .element)
    let mask = element.alignmentMask
    let first = (metadata.instanceSize + mask) & ~mask
    let all = operation(.deque, offset: first, argument: plan, count: UInt32(first - place))
    return (tables.isEmpty(plan) ? [] : [all]) + (tables.hasObservers(plan) ? [all.observing] : [])
  }
}

/// What the header of a deque's buffer says: the elements begin at a slot, and go on in the first slot behind the last one.
struct DequeHeader {
  let capacity: Int
  let count: Int
  private let start: Int

  static let size = 24
  static let fields = ["capacity": 0, "count": 8, "startSlot": 16]

  /// The header of the deque whose first slot is at `slots`; `nil` where what is there is none.
  init?(of operation: PlanOperation, at slots: Address) {
    let header = slots + -Int(operation.count)
    capacity = Int(bitPattern: header.word())
    count = Int(bitPattern: header.word(at: 8))
    start = Int(bitPattern: header.word(at: 16))
    guard (0...1 << 36).contains(capacity), (0...capacity).contains(count),
      (0...capacity).contains(start)
    else { return nil }
  }

  /// The slot of the element at `index`.
  func slot(of index: Int) -> Int {
    let slot = start + index
    return slot < capacity ? slot : slot - capacity
  }
}
