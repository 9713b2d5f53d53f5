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
  let offsets: FlatBuffer<UInt32>
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
  var table = AddressTable()
  /// How many blocks of memory lie between each block of memory that was entered and its owner, with itself.
  var memoryDepths: [UInt32: Int] = [:]
  /// Whether something was not where it had been a moment before.
  private(set) var hasChanged = false
  let limits: ReadingLimits
  private let memoryGuard = MemoryGuard()
  private let faultsBefore = MemoryGuard.faultCount
  private(set) var isAtLimit = false
  var knownShapes = ShapeCache()
  /// Readable memory in which the last object lay.
  private var lastRegion: Range<UInt> = 0..<0
  /// Words of the objects that are being read.
  let words = UnsafeMutablePointer<UInt64>.allocate(capacity: HeapWalk.mostWords)
  /// The objects before this one have been asked for.
  var fetched = 0
  private let scratch: UnsafeMutableRawPointer
  private var scratchTop = 0

  /// A reference to the context of a function, and where the function's code is.
  struct FunctionCode: BitwiseCopyable {
    var reference: UInt32
    var code: UInt
  }

  // Addresses below the first page are small integers in disguise.
  static let lowestObject: UInt = 0x1000

  init(compiler: PlanCompiler, limits: ReadingLimits = ReadingLimits()) {
    self.compiler = compiler
    self.limits = limits
    operations = compiler.tables.operations
    plans = compiler.tables.plans
    offsets = compiler.tables.offsets
    enums = compiler.tables.enums
    payloads = compiler.tables.payloads
    shapes = compiler.tables.shapes
    symbols = compiler.symbols
    map = compiler.map
    scratch = .allocate(byteCount: limits.enumBytes, alignment: 16)
  }

  func deallocate() {
    table.deallocate()
    knownShapes.deallocate()
    words.deallocate()
    scratch.deallocate()
    addresses.deallocate()
    objectShapes.deallocate()
    references.deallocate()
    firstReferences.deallocate()
    functions.deallocate()
    unread.deallocate()
  }

  /// Reads what is reachable from the objects at `roots`, which become the first objects.
  mutating func run(from roots: [Address]) {
    for root in roots { _ = object(at: root) }
    readObjects(from: 0)
  }

  /// Reads what is reachable from the words in `ranges`, as if object 0 held them.
  mutating func run(fromWordsIn ranges: [Range<UInt>]) {
    addresses.append(0)
    objectShapes.append(compiler.unknownShape)
    firstReferences.append(0)
    let label = compiler.tables.label(ReferenceLabel(role: .content))
    for range in ranges {
      scanWords(at: Address(range.lowerBound), length: range.count, label: label)
    }
    readObjects(from: 1)
  }

  /// Reads every object that was noted, from the one at `first`, and those that are noted meanwhile.
  private mutating func readObjects(from first: Int) {
    let clock = ContinuousClock()
    let end = clock.now + limits.time
    var next = first
    var nextLook = first | 0xFFF
    while next < addresses.count {
      if next >= nextLook {
        nextLook = next + 0x1000
        if clock.now > end { stop("more than \(limits.time) of reading") }
      }
      let end = readPlainObjects(from: next)
      if end > next {
        next = end
      } else {
        read(next)
        next += 1
      }
    }
    firstReferences.append(UInt32(truncatingIfNeeded: references.count))
    table.removeAll()
    noteFaults()
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
      identify(upTo: next + 1)
      if compiler.isStorage(objectShapes[next]) { readFields(of: next) }
      next += 1
    }
    firstReferences.append(UInt32(truncatingIfNeeded: references.count))
    noteFaults()
  }

  // MARK: - Objects

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
        noteChange()
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
    guard shape.isa == 0 || address.word() == shape.isa else { return noteChange() }
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
    case .array: readArray(address, shape)
    case .dictionary, .set: readHashTable(address, shape)
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

  /// Whether everything that was met could be read.
  var isWhole: Bool { !hasChanged && unread.count == 0 }

  func noteUnread(_ reason: Int32) {
    unread.append(reason)
  }

  private mutating func noteFaults() {
    if MemoryGuard.faultCount != faultsBefore { noteChange() }
  }

  mutating func noteChange() {
    hasChanged = true
  }

  // MARK: - Limits

  /// Whether there is no room for another reference or object.
  @inline(__always)
  private mutating func isFull() -> Bool {
    if addresses.count < limits.objects, references.count < limits.references { return false }
    stopAtLimit()
    return true
  }

  @inline(never)
  private mutating func stopAtLimit() {
    if addresses.count >= limits.objects {
      stop("more than \(limits.objects) objects")
    } else {
      stop("more than \(limits.references) references")
    }
  }

  private mutating func stop(_ limit: String) {
    if isAtLimit { return }
    isAtLimit = true
    noteUnread(compiler.tables.addReason("\(limit): the rest was not read"))
  }

  // MARK: - Plans

  /// Notes the references that `plan` finds in the memory at `base`.
  mutating func run(_ id: LayoutPlan.ID, at base: Address, index: Int32) {
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
  mutating func perform(_ operation: PlanOperation, at place: Address, index: Int32) {
    let label = operation.label
    switch operation.kind {
    case .strong:
      reference(to: place.address(), label: label, index: index, confidence: operation.confidence)
    case .bridge:
      reference(to: Address(place.word() & Processor.pointerBits), label: label, index: index)
    case .function:
      let code = place.word()
      if code < Self.lowestObject { return }
      reference(toContext: place.address(at: 8), code: code, label: label, index: index)
    case .block:
      reference(to: place.address(), label: label, index: index)
    case .existential: readExistential(at: place, label: label, index: index)
    case .singlePayloadEnum:
      let layout = enums[Int(operation.count)]
      // The copy is one moment's: what was asked for its case is what is read.
      withCopy(of: layout, at: place) { walk, copy in
        if crt_enum_tag(copy, Address(layout.type).pointer) == 0 {
          walk.run(operation.argument, at: Address(UInt(bitPattern: copy)), index: index)
        }
      }
    case .multiPayloadEnum:
      readMultiPayloadEnum(enums[Int(operation.argument)], at: place, index: index)
    case .inlineArray:
      let stride = Int(plans[Int(operation.argument)].stride)
      for element in 0..<Int(operation.count) {
        run(operation.argument, at: place + element * stride, index: Int32(element))
      }
    case .scan: scan(at: place, length: Int(operation.count), operation)
    case .memory: readPointerToMemory(at: place, operation)
    case .unread: noteUnread(operation.argument)
    }
  }

  /// An existential container keeps its value in three words, or in a box that the first of them points to.
  mutating func readExistential(at place: Address, label: UInt32, index: Int32) {
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
  mutating func readMultiPayloadEnum(
    _ layout: EnumLayout, at place: Address, index: Int32
  ) {
    withCopy(of: layout, at: place) { walk, copy in
      let type = Address(layout.type).pointer
      let tag = crt_enum_tag(copy, type)
      guard tag < UInt32(bitPattern: layout.payloadCount) else { return }
      let plan = walk.payloads[Int(layout.firstPayload) + Int(tag)]
      if plan < 0 { return }
      crt_enum_project(copy, type)
      walk.run(plan, at: Address(UInt(bitPattern: copy)), index: index)
    }
  }

  /// Calls `body` with a copy of the enumeration at `place`: another thread may be writing it, and the compiler's
  /// functions expect a value that stays as it is.
  @inline(__always)
  private mutating func withCopy(
    of layout: EnumLayout, at place: Address,
    _ body: (inout HeapWalk, UnsafeMutableRawPointer) -> Void
  ) {
    let size = (Int(layout.size) + 15) & ~15
    guard scratchTop + size <= limits.enumBytes else {
      return noteUnread(
        compiler.tables.addReason("an enumeration of more than \(limits.enumBytes) bytes"))
    }
    let copy = scratch + scratchTop
    guard place.copy(Int(layout.size), to: copy) else { return noteChange() }
    scratchTop += size
    body(&self, copy)
    scratchTop -= size
  }
}
