import LeakBase
import LeakHeapModel

/// Objects, each noted once, and the references between them.
extension HeapWalk {
  /// The index of the object at `address`, which is noted when it is new.
  @inline(__always)
  mutating func object(at address: Address) -> UInt32 {
    let next = UInt32(truncatingIfNeeded: addresses.count)
    let (index, isNew) = table.insert(address.bits, next: next)
    if isNew {
      address.prefetch()
      addresses.append(address.bits)
      if addresses.count &- objectShapes.count > Self.mostUnidentified { identifyNext() }
    }
    return index
  }

  /// So many objects are noted before the first words of the earlier ones are read, which the processor fetches
  /// meanwhile.
  private static let mostUnidentified = 16

  /// Finds the shapes of the objects before `end`.
  @inline(__always)
  mutating func identify(upTo end: Int) {
    while objectShapes.count < end { identifyNext() }
  }

  @inline(__always)
  private mutating func identifyNext() {
    objectShapes.append(shape(ofObjectAt: Address(addresses[objectShapes.count])))
  }

  @inline(__always)
  private mutating func shape(ofObjectAt address: Address) -> HeapShape.ID {
    if !lastRegion.contains(address.bits) || lastRegion.upperBound - address.bits < 16 {
      guard map.isReadable(address, length: 16) else {
        noteChange(of: objectShapes.count)
        return compiler.unknownShape
      }
      lastRegion = map.readableRegion(around: address)
    }
    let isa = address.word()
    if let shape = knownShapes[isa] { return shape }
    return newShape(of: isa)
  }

  @inline(never)
  private func newShape(of isa: UInt) -> HeapShape.ID {
    let shape = compiler.shape(of: Address(isa))
    knownShapes[isa] = shape
    return shape
  }

  /// Notes a strong reference to the object at `address`, unless it is null.
  @inline(__always)
  mutating func reference(
    to address: Address, label: UInt32, index: Int32, confidence: Confidence = .exact
  ) {
    if address.bits < Self.lowestObject || address.bits & 7 != 0 || isFull() { return }
    let target = object(at: address)
    references.append(
      HeapReference(target: target, label: label, index: index, confidence: confidence))
  }

  mutating func reference(
    toContext context: Address, code: UInt, label: UInt32, index: Int32,
    confidence: Confidence = .exact
  ) {
    let before = references.count
    reference(to: context, label: label, index: index, confidence: confidence)
    if references.count > before {
      functions.append(FunctionCode(reference: UInt32(truncatingIfNeeded: before), code: code))
    }
  }

  @inline(__always)
  mutating func read(_ object: Int) {
    firstReferences.append(UInt32(truncatingIfNeeded: references.count))
    identify(upTo: object + 1)
    if isAtLimit { return }
    readFields(of: object)
  }

  /// An object whose first word is not what it was when the object was met has been freed: what stands there
  /// is not read.
  @inline(__always)
  mutating func readFields(of object: Int) {
    let shape = shapes[Int(objectShapes[object])]
    if shape.kind == .leaf { return }
    let address = Address(addresses[object])
    guard shape.isa == 0 || address.word() == shape.isa else {
      return noteChange(of: object)
    }
    if shape.kind == .fixed {
      run(shape.plan, at: address, index: -1)
    } else {
      readSpecial(object, shape)
    }
  }

  @inline(never)
  mutating func readSpecial(_ object: Int, _ shape: HeapShape) {
    let address = Address(addresses[object])
    switch shape.kind {
    case .leaf, .fixed: break
    case .array: readArray(object, shape)
    case .dictionary, .set: readHashTable(object, shape)
    case .errorBox: readErrorBox(address)
    case .block: readBlock(address)
    case .task: readTask(address)
    case .memory: readMemory(address, object: object)
    case .genericClosure:
      let metadata = TypeMetadata(Address(shape.isa))
      run(
        compiler.genericClosurePlan(context: address, metadata: metadata), at: address, index: -1)
    case .unread:
      let type = compiler.tables.types[Int(objectShapes[object])]
      noteUnread(compiler.tables.addReason(type.name))
    }
  }
}
