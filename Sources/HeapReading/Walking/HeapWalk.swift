import CRuntime
import HeapModel

/// One walk over the strong references from a root: breadth first, each object once.
///
/// The walk retains nothing, writes nothing, and calls no code of the objects' types: what it calls are the
/// value witnesses that tell an enumeration's case, which the compiler makes.
struct HeapWalk {
  let compiler: PlanCompiler
  // Handles to the compiler's tables, which grow while the walk meets new types.
  let operations: FlatBuffer<PlanOperation>
  let plans: FlatBuffer<LayoutPlan>
  let enums: FlatBuffer<EnumLayout>
  let payloads: FlatBuffer<LayoutPlan.ID>
  let shapes: FlatBuffer<HeapShape>
  let symbols: RuntimeSymbols
  let map: MemoryMap

  let addresses = FlatBuffer<UInt>(capacity: 256)
  let objectShapes = FlatBuffer<HeapShape.ID>(capacity: 256)
  let references = FlatBuffer<HeapReference>(capacity: 256)
  let firstReferences = FlatBuffer<UInt32>(capacity: 256)
  /// The code of the function whose context a reference is, by ascending reference.
  let functions = FlatBuffer<FunctionCode>()
  /// The reasons of the unread places that were met, by ``PlanTables/reasons``.
  let unread = FlatBuffer<Int32>()
  private var table = AddressTable()
  private var lastClass: (isa: UInt, shape: HeapShape.ID) = (0, 0)
  private let scratch: UnsafeMutableRawPointer
  private var scratchTop = 0

  /// A reference to the context of a function, and where the function's code is.
  struct FunctionCode: BitwiseCopyable {
    var reference: UInt32
    var code: UInt
  }

  // Addresses below the first page are small integers in disguise.
  private static let lowestObject: UInt = 0x1000
  private static let scratchSize = 1 << 20

  init(compiler: PlanCompiler) {
    self.compiler = compiler
    operations = compiler.tables.operations
    plans = compiler.tables.plans
    enums = compiler.tables.enums
    payloads = compiler.tables.payloads
    shapes = compiler.tables.shapes
    symbols = compiler.symbols
    map = compiler.map
    scratch = .allocate(byteCount: Self.scratchSize, alignment: 16)
  }

  func deallocate() {
    table.deallocate()
    scratch.deallocate()
    addresses.deallocate()
    objectShapes.deallocate()
    references.deallocate()
    firstReferences.deallocate()
    functions.deallocate()
    unread.deallocate()
  }

  /// Reads what is reachable from the object at `root`, which becomes object 0.
  mutating func run(from root: Address) {
    _ = object(at: root)
    var next = 0
    while next < addresses.count {
      read(next)
      next += 1
    }
    firstReferences.append(UInt32(truncatingIfNeeded: references.count))
  }

  /// Reads the references of a value of the plan `plan` at `address`, as if object 0 held them.
  mutating func run(fromValueAt address: Address, plan: LayoutPlan.ID) {
    addresses.append(address.bits)
    objectShapes.append(compiler.unknownShape)
    firstReferences.append(0)
    run(plan, at: address, index: -1)
    var next = 1
    while next < addresses.count {
      firstReferences.append(UInt32(truncatingIfNeeded: references.count))
      if compiler.isStorage(objectShapes[next]) { readFields(of: next) }
      next += 1
    }
    firstReferences.append(UInt32(truncatingIfNeeded: references.count))
  }

  // MARK: - Objects

  /// The index of the object at `address`, which is noted when it is new.
  @inline(__always)
  private mutating func object(at address: Address) -> UInt32 {
    let next = UInt32(truncatingIfNeeded: addresses.count)
    let (index, isNew) = table.insert(address.bits, next: next)
    if isNew {
      addresses.append(address.bits)
      objectShapes.append(shape(ofObjectAt: address))
    }
    return index
  }

  @inline(__always)
  private mutating func shape(ofObjectAt address: Address) -> HeapShape.ID {
    guard map.isReadable(address, length: 16) else { return compiler.unknownShape }
    let isa = address.word()
    if isa == lastClass.isa { return lastClass.shape }
    let shape = compiler.shape(of: Address(isa))
    lastClass = (isa, shape)
    return shape
  }

  /// Notes a strong reference to the object at `address`, unless it is null.
  @inline(__always)
  private mutating func reference(
    to address: Address, label: UInt32, index: Int32, confidence: UInt8 = 0
  ) {
    if address.bits < Self.lowestObject || address.bits & 7 != 0 { return }
    let target = object(at: address)
    references.append(
      HeapReference(
        target: target, label: label, index: index,
        confidence: Confidence(rawValue: confidence) ?? .conservative))
  }

  private mutating func reference(
    toContext context: Address, code: UInt, label: UInt32, index: Int32, confidence: UInt8 = 0
  ) {
    let before = references.count
    reference(to: context, label: label, index: index, confidence: confidence)
    if references.count > before {
      functions.append(FunctionCode(reference: UInt32(truncatingIfNeeded: before), code: code))
    }
  }

  @inline(__always)
  private mutating func read(_ object: Int) {
    firstReferences.append(UInt32(truncatingIfNeeded: references.count))
    readFields(of: object)
  }

  @inline(__always)
  private mutating func readFields(of object: Int) {
    let shape = shapes[Int(objectShapes[object])]
    switch shape.kind {
    case .leaf: return
    case .fixed: run(shape.plan, at: Address(addresses[object]), index: -1)
    default: readSpecial(object, shape)
    }
  }

  @inline(never)
  private mutating func readSpecial(_ object: Int, _ shape: HeapShape) {
    let address = Address(addresses[object])
    switch shape.kind {
    case .leaf, .fixed: break
    case .array: readArray(address, shape)
    case .dictionary, .set: readHashTable(address, shape)
    case .errorBox: readErrorBox(address)
    case .block: readBlock(address)
    case .genericClosure:
      let metadata = TypeMetadata(Address(shape.isa))
      run(
        compiler.genericClosurePlan(context: address, metadata: metadata), at: address, index: -1)
    case .unread:
      let type = compiler.tables.types[Int(objectShapes[object])]
      noteUnread(
        compiler.tables.addReason(
          type.kind == .task ? "what an unfinished task holds" : type.name))
    }
  }

  func noteUnread(_ reason: Int32) {
    unread.append(reason)
  }

  // MARK: - Plans

  /// Notes the references that `plan` finds in the memory at `base`.
  private mutating func run(_ id: LayoutPlan.ID, at base: Address, index: Int32) {
    let plan = plans[Int(id)]
    var next = Int(plan.start)
    let end = next + Int(plan.count)
    while next < end {
      let operation = operations[next]
      if operation.kind == .strong {
        reference(
          to: base.address(at: Int(operation.offset)), label: operation.label, index: index,
          confidence: operation.confidence)
      } else {
        perform(operation, at: base + Int(operation.offset), index: index)
      }
      next += 1
    }
  }

  @inline(never)
  private mutating func perform(_ operation: PlanOperation, at place: Address, index: Int32) {
    let label = operation.label
    switch operation.kind {
    case .strong:
      reference(to: place.address(), label: label, index: index, confidence: operation.confidence)
    case .bridge:
      reference(to: Address(place.word() & Self.bridgeMask), label: label, index: index)
    case .function:
      let code = place.word()
      if code < Self.lowestObject { return }
      reference(toContext: place.address(at: 8), code: code, label: label, index: index)
    case .block:
      reference(to: place.address(), label: label, index: index)
    case .existential: readExistential(at: place, label: label, index: index)
    case .singlePayloadEnum:
      let layout = enums[Int(operation.count)]
      if crt_enum_tag(place.pointer, Address(layout.type).pointer) == 0 {
        run(operation.argument, at: place, index: index)
      }
    case .multiPayloadEnum:
      readMultiPayloadEnum(enums[Int(operation.argument)], at: place, index: index)
    case .inlineArray:
      let stride = Int(plans[Int(operation.argument)].stride)
      for element in 0..<Int(operation.count) {
        run(operation.argument, at: place + element * stride, index: Int32(element))
      }
    case .unread: noteUnread(operation.argument)
    }
  }

  // Bits that a bridge object may use for itself (include/swift/ABI/System.h).
  #if arch(x86_64)
    private static let bridgeMask: UInt = 0x00FF_FFFF_FFFF_FFF8
  #else
    private static let bridgeMask: UInt = 0x0FFF_FFFF_FFFF_FFF8
  #endif

  /// An existential container keeps its value in three words, or in a box that the first of them points to.
  private mutating func readExistential(at place: Address, label: UInt32, index: Int32) {
    let type = TypeMetadata(place.address(at: 24))
    if type.address.bits < Self.lowestObject { return }
    guard compiler.isPlausibleType(type) else {
      return noteUnread(compiler.tables.addReason("a value of unknown type in an existential"))
    }
    if type.isClass || type.isStoredOutOfLine {
      return reference(to: place.address(), label: label, index: index)
    }
    let plan = compiler.plan(for: type)
    if compiler.tables.isEmpty(plan) { return }
    let outer = compiler.tables.labels[Int(label)]
    run(compiler.tables.relabeled(plan, as: outer), at: place, index: index)
  }

  /// Finds an enumeration's payload in a copy of its bytes, because projecting it overwrites the tag.
  private mutating func readMultiPayloadEnum(
    _ layout: EnumLayout, at place: Address, index: Int32
  ) {
    let type = Address(layout.type).pointer
    let tag = crt_enum_tag(place.pointer, type)
    guard tag < UInt32(bitPattern: layout.payloadCount) else { return }
    let plan = payloads[Int(layout.firstPayload) + Int(tag)]
    if plan < 0 { return }
    let size = (Int(layout.size) + 15) & ~15
    guard scratchTop + size <= Self.scratchSize else {
      return noteUnread(compiler.tables.addReason("an enumeration of more than a megabyte"))
    }
    let copy = scratch + scratchTop
    copy.copyMemory(from: place.pointer, byteCount: Int(layout.size))
    crt_enum_project(copy, type)
    scratchTop += size
    run(plan, at: Address(UInt(bitPattern: copy)), index: index)
    scratchTop -= size
  }
}

// MARK: - Collections and boxes

extension HeapWalk {
  /// An array's storage: the element count follows the header.
  private mutating func readArray(_ storage: Address, _ shape: HeapShape) {
    let count = Int(bitPattern: storage.word(at: 16))
    let stride = Int(plans[Int(shape.plan)].stride)
    let first = storage + Int(shape.elementOffset)
    guard (0...(1 << 40)).contains(count), map.isReadable(first, length: max(1, count * stride))
    else { return noteUnread(compiler.tables.addReason("an array that changed while it was read")) }
    for element in 0..<count {
      run(
        shape.plan, at: first + element * stride, index: Int32(truncatingIfNeeded: element))
    }
  }

  /// A dictionary's or a set's storage: count, capacity, scale, seed, keys, values, then the bitmap.
  private mutating func readHashTable(_ storage: Address, _ shape: HeapShape) {
    let isDictionary = shape.kind == .dictionary
    let scale = Int(storage.byte(at: 32))
    let keys = storage.address(at: 48)
    let values = isDictionary ? storage.address(at: 56) : Address(0)
    let bitmap = storage + (isDictionary ? 64 : 56)
    let keyStride = Int(plans[Int(shape.plan)].stride)
    let valueStride = Int(plans[Int(shape.valuePlan)].stride)
    guard scale < 40, map.isReadable(bitmap, length: max(8, (1 << scale) / 8)),
      map.isReadable(keys, length: max(1, keyStride << scale)),
      !isDictionary || map.isReadable(values, length: max(1, valueStride << scale))
    else {
      return noteUnread(compiler.tables.addReason("a hash table that changed while it was read"))
    }
    let bucketCount = 1 << scale
    for wordIndex in 0..<max(1, bucketCount / 64) {
      var occupied = bitmap.word(at: wordIndex * 8)
      if bucketCount < 64 { occupied &= (1 << UInt(bucketCount)) - 1 }
      while occupied != 0 {
        let bucket = wordIndex * 64 + occupied.trailingZeroBitCount
        occupied &= occupied - 1
        run(shape.plan, at: keys + bucket * keyStride, index: -1)
        if isDictionary { run(shape.valuePlan, at: values + bucket * valueStride, index: -1) }
      }
    }
  }

  /// A boxed error: header, type, witness table of `Error`, then the value
  /// (`stdlib/public/runtime/ErrorObjectNative.cpp`).
  private mutating func readErrorBox(_ box: Address) {
    let type = TypeMetadata(box.address(at: 16))
    guard compiler.isPlausibleType(type) else {
      return noteUnread(compiler.tables.addReason("an error of unknown type"))
    }
    let label = ReferenceLabel(role: .content, declaredType: type.name)
    let plan = compiler.tables.relabeled(compiler.plan(for: type), as: label)
    run(plan, at: box + ((32 + type.alignmentMask) & ~type.alignmentMask), index: -1)
  }
}

// MARK: - Blocks

extension HeapWalk {
  // A block: isa, flags, invoke, descriptor (reserved, size, helpers), captures
  // (https://clang.llvm.org/docs/Block-ABI-Apple.html). Bit 25 of the flags: it has copy and dispose
  // helpers, so it may own something.
  private static let ownsCaptures: UInt32 = 1 << 25
  private static let headerSize = 32
  // dispatch_block_private_data_s in libdispatch's src/queue_internal.h, made by dispatch_block_create:
  // after the header the magic, flags, state, priority, voucher, and then the block that was given.
  private static let dispatchBlockMagic: UInt = 0xD159_B10C
  private static let dispatchInnerBlockOffset = 72

  private mutating func readBlock(_ block: Address) {
    guard map.isReadable(block, length: Self.headerSize), block.address() != symbols.globalBlock,
      block.uint32(at: 8) & Self.ownsCaptures != 0
    else { return }
    let descriptor = block.address(at: 24)
    guard map.isReadable(descriptor, length: 16) else { return noteForeignBlock() }
    let size = Int(bitPattern: descriptor.word(at: 8))
    guard size >= Self.headerSize, size < 1 << 16, map.isReadable(block, length: size) else {
      return noteForeignBlock()
    }
    let content = compiler.tables.label(ReferenceLabel(role: .content))
    let knownLayout = Confidence.knownLayout.rawValue
    if size >= Self.dispatchInnerBlockOffset + 8,
      block.word(at: Self.headerSize) == Self.dispatchBlockMagic
    {
      let inner = block.address(at: Self.dispatchInnerBlockOffset)
      guard map.isReadable(inner, length: Self.headerSize), symbols.isBlock(inner.address()) else {
        return noteForeignBlock()
      }
      return reference(to: inner, label: content, index: -1, confidence: knownLayout)
    }
    // The compiler makes a block from a closure by a thunk that captures the closure: code and context.
    guard size == Self.headerSize + 16 else { return noteForeignBlock() }
    let code = block.address(at: Self.headerSize)
    let context = block.address(at: Self.headerSize + 8)
    guard map.isCode(code) else { return noteForeignBlock() }
    if context.isNull { return }
    guard map.isReadable(context, length: 16) else { return noteForeignBlock() }
    reference(
      toContext: context, code: code.bits, label: content, index: -1, confidence: knownLayout)
  }

  private func noteForeignBlock() {
    noteUnread(compiler.tables.addReason("a block that Swift did not make"))
  }
}
