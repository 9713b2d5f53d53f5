import LeakBase
import LeakHeapModel

/// One walk over the strong references from a root: breadth first, each object once.
///
/// The walk retains nothing, writes nothing, and calls no code of the objects' types: what it calls are the
/// value witnesses that tell an enumeration's case, which the compiler makes.
package struct HeapWalk {
  let compiler: PlanCompiler
  // Handles to the compiler's tables, which grow while the walk meets new types.
  let operations: FlatBuffer<PlanOperation>
  let plans: FlatBuffer<LayoutPlan>
  let offsets: FlatBuffer<UInt32>
  let enums: FlatBuffer<EnumLayout>
  let payloads: FlatBuffer<LayoutPlan.ID>
  let shapes: FlatBuffer<HeapShape>
  let symbols: RuntimeSymbols
  let map: KeptMap

  let addresses: FlatBuffer<UInt>
  let objectShapes: FlatBuffer<HeapShape.ID>
  let references: FlatBuffer<HeapReference>
  let firstReferences: FlatBuffer<UInt32>
  /// The code of the function whose context a reference is, by ascending reference.
  let functions = FlatBuffer<FunctionCode>()
  let observations = FlatBuffer<Observation>()
  /// The reasons of the unread places that were met, by ``PlanTables/reasons``.
  let unread = FlatBuffer<Int32>()
  var table: AddressTable
  private let buffers: WalkBuffers
  /// Whether the buffers are kept for other walks.
  private let areBuffersKept: Bool
  /// How many blocks of memory lie between each block of memory that was entered and its owner, with itself.
  var memoryDepths: [UInt32: Int] = [:]
  /// What was not where it had been a moment before.
  private(set) var changes = HeapChanges()
  let limits: ReadingLimits
  private let memoryGuard = MemoryGuard()
  private let faultsBefore = MemoryGuard.faultCount
  private(set) var isAtLimit = false
  var knownShapes = ShapeCache()
  /// Readable memory in which the last object lay.
  var lastRegion: Range<UInt> = 0..<0
  /// Words of the objects that are being read.
  let words = UnsafeMutablePointer<UInt64>.allocate(capacity: HeapWalk.mostWords)
  /// The objects before this one have been asked for.
  var fetched = 0
  /// Copies of enumerations, one upon the other; made when there is the first.
  private var scratch: UnsafeMutableRawPointer?
  var scratchTop = 0

  /// A reference to the context of a function, and where the function's code is.
  package struct FunctionCode: BitwiseCopyable {
    package var reference: UInt32
    package var code: UInt

    package init(reference: UInt32, code: UInt) {
      self.reference = reference
      self.code = code
    }
  }

  // Addresses below the first page are small integers in disguise.
  static let lowestObject: UInt = 0x1000

  package init(compiler: PlanCompiler, limits: ReadingLimits = ReadingLimits()) {
    self.init(compiler: compiler, limits: limits, buffers: nil)
  }

  /// - Parameter kept: Buffers that no other walk uses meanwhile.
  init(compiler: PlanCompiler, limits: ReadingLimits, buffers kept: WalkBuffers?) {
    buffers = kept ?? WalkBuffers()
    areBuffersKept = kept != nil
    addresses = buffers.addresses
    objectShapes = buffers.shapes
    references = buffers.references
    firstReferences = buffers.firstReferences
    table = buffers.table
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
  }

  package func deallocate() {
    if areBuffersKept {
      buffers.clear(table)
    } else {
      buffers.table = table
      buffers.deallocate()
    }
    knownShapes.deallocate()
    words.deallocate()
    scratch?.deallocate()
    functions.deallocate()
    observations.deallocate()
    unread.deallocate()
  }

  /// Reads what is reachable from the objects at `roots`, which become the first objects.
  mutating func run(from roots: [Address]) {
    if addresses.count == 0 { table.reserveCapacity(min(roots.count, limits.objects)) }
    for root in roots { _ = object(at: root) }
    readObjects(from: 0)
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
    findObservations()
    table.removeAll(keeping: keptBytes)
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

  func noteUnread(_ reason: Int32) {
    unread.append(reason)
  }

  /// Memory for copies of ``ReadingLimits/enumBytes``.
  mutating func scratchMemory() -> UnsafeMutableRawPointer {
    if let scratch { return scratch }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: limits.enumBytes, alignment: 16)
    scratch = memory
    return memory
  }

  /// How much of each of the buffers' memory is kept when the walk is over, in bytes.
  var keptBytes: Int { areBuffersKept ? WalkBuffers.mostBytes : 0 }

  /// Whether everything that was met could be read.
  package var isWhole: Bool { changes.isEmpty && unread.count == 0 }

  /// Whether a load hit memory that is gone: one of this walk's, or of another's in the process meanwhile.
  var hasMetGap: Bool { MemoryGuard.faultCount != faultsBefore }

  private mutating func noteFaults() {
    if hasMetGap { noteChange() }
  }

  /// Notes that an object was not what it had been a moment before, or something of which that is not known.
  mutating func noteChange(of object: Int? = nil) {
    changes.note(object)
  }

  // MARK: - Limits

  /// Whether there is no room for another reference or object.
  @inline(__always)
  mutating func isFull() -> Bool {
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
}
