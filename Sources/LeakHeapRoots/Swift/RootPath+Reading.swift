import CLeakBase
import LeakBase
import LeakHeapModel
import LeakHeapReading

/// A way that was found in a copy of the process: from a place through blocks of memory to an object.
struct FoundWay {
  /// A word in a block, which leads to the next block, or to the object.
  struct Hop: Hashable {
    var block: UInt
    var slot: UInt
  }

  /// Where the way begins.
  var root: Root
  /// The word of the root's, where there is one.
  var rootSlot: UInt?
  /// The blocks on the way, the object's not among them.
  var hops: [Hop]
  /// The object.
  var target: UInt
  /// How sure it is that each step owns the next, all together.
  var grade: EvidenceGrade
  /// Whether the place outlives the test.
  var outlivesTest = false
  /// The variable of a function that the way begins or goes on in.
  var variable: LocalVariable?
  /// How far the task is that the way begins at.
  var task: TaskStory?
  /// Who can end the work that the way begins at.
  var enders = WorkEnders()
}

/// Who can end work that waits, but for itself: who may resume or cancel a task.
package struct WorkEnders: Sendable, Hashable {
  /// Whether a place of the process leads to the work: a variable, a block that is to run.
  package var haveRoot = false
  /// Whether a variable that outlives the test leads there by references that are known.
  package var haveLastingRoot = false
  /// Whether such variables keep all that a task's closure has captured as well: the task is theirs, and no test's.
  package var areLasting = false
  /// Whether a timer or a source of events leads there that is to fire, whatever refers to it.
  package var fire = false
  /// Other work that leads to it, by address; for a child task, its parent.
  package var work: Set<UInt> = []

  /// With those who can end the others.
  mutating func formUnion(_ others: WorkEnders) {
    haveRoot = haveRoot || others.haveRoot
    haveLastingRoot = haveLastingRoot || others.haveLastingRoot
    fire = fire || others.fire
    work.formUnion(others.work)
  }
}

extension RootPath {
  /// The way with the names of the references on it; `nil` when the process has changed it since it was copied, so that
  /// what is read of it now may be something else's.
  convenience init?(
    _ way: FoundWay, in copy: ProcessCopy, by objects: ObjectReferences,
    beginning: SuspendingClock.Instant
  ) {
    var reading = PathReading(objects, in: copy)
    guard reading.read(way) else { return nil }
    self.init(
      root: way.root, snapshot: reading.snapshot(), blocks: reading.blocks, grade: way.grade,
      outlivesTest: way.outlivesTest, variable: way.variable, task: way.task,
      beginning: beginning, workItems: reading.workItems, enders: way.enders)
  }
}

/// What objects refer to, each read once: many ways lead through the same ones.
final class ObjectReferences {
  typealias Reference = (reference: HeapReference, code: UInt?)

  let compiler: PlanCompiler
  let map = MemoryMap()
  private var knownIsas: [UInt] = []
  private let walk: HeapWalk
  fileprivate let memoryGuard = MemoryGuard()
  private var blocks: [UInt: DispatchBlock] = [:]
  private var references: [Address: [Address: Reference]] = [:]

  init(compiler: PlanCompiler) {
    self.compiler = compiler
    walk = HeapWalk(compiler: compiler)
  }

  deinit { walk.deallocate() }

  /// The first word of the objects of each type, as far as types are known by now.
  fileprivate var isas: [UInt] {
    let shapes = compiler.tables.shapes
    for shape in knownIsas.count..<shapes.count { knownIsas.append(shapes[shape].isa) }
    return knownIsas
  }

  /// Whether there is an object at `block`.
  func isObject(_ block: UInt) -> Bool { walk.isHeapObject(Address(block)) }

  /// Whether the process has the same word at `slot` as its copy.
  func isAsCopied(_ slot: UInt, in copy: ProcessCopy) -> Bool {
    let place = Address(slot)
    return map.isReadable(place, length: 8) && copy.word(at: slot) == place.word()
  }

  /// What memory at `address` says of itself in `copy`, which is the same in each call.
  fileprivate func block(at address: UInt, in copy: ProcessCopy) -> DispatchBlock {
    if let known = blocks[address] { return known }
    let block = DispatchBlock(at: address, in: copy)
    blocks[address] = block
    return block
  }

  /// The surest reference of the object at `address` to each that it refers to.
  func references(ofObjectAt address: Address) -> [Address: Reference] {
    if let known = references[address] { return known }
    var walk = HeapWalk(compiler: compiler)
    defer { walk.deallocate() }
    var found: [Address: Reference] = [:]
    for (target, reference, code) in walk.references(ofObjectAt: address) {
      if let known = found[target], known.reference.confidence <= reference.confidence { continue }
      found[target] = (reference, code)
    }
    references[address] = found
    return found
  }
}

/// Reads the objects on a path, each for its reference to the next.
private struct PathReading {
  private let objects: ObjectReferences
  private var compiler: PlanCompiler { objects.compiler }
  private var addresses: [UInt] = []
  private var shapes: [HeapShape.ID] = []
  private var references: [HeapReference] = []
  private var functions: [HeapWalk.FunctionCode] = []
  private(set) var blocks: [DispatchBlock?] = []
  private(set) var workItems: [HeapGraph.ObjectID] = []
  private let copy: ProcessCopy

  init(_ objects: ObjectReferences, in copy: ProcessCopy) {
    self.objects = objects
    self.copy = copy
  }

  /// Reads the objects of `way`; false where the process has changed one since it was copied.
  ///
  /// Objects are read in the process. Memory without a type is read in the copy, and may have gone.
  mutating func read(_ way: FoundWay) -> Bool {
    let places = way.hops.map(\.block) + [way.target]
    let isMemory = places.map { !objects.isObject($0) }
    let words =
      places.flatMap { wordsOfObject(at: $0) }
      + zip(way.hops, isMemory).compactMap { $1 ? nil : $0.slot }
      + (way.rootSlot.map { [$0] } ?? [])
    guard areAsCopied(words) else { return false }
    let isInFunction = appendVariable(of: way)
    for (place, isMemory) in zip(places, isMemory) { append(Address(place), isMemory: isMemory) }
    if isInFunction { nameContext(1) }
    for index in places.indices.dropLast() {
      connect(index + (isInFunction ? 1 : 0), to: Address(places[index + 1]))
    }
    return areAsCopied(words)
  }

  /// Begins with the variable of the program's that `way` begins in, where that has a function: who looks for its closure finds it as
  /// one finds those that objects have. Whether it does.
  private mutating func appendVariable(of way: FoundWay) -> Bool {
    guard case .program = way.root, let slot = way.rootSlot,
      case .variable(let plan, let address)? =
        compiler.globals.word(at: slot, compiler: compiler).value
    else { return false }
    let value = ProcessCopy.Value(address, plan, in: compiler.tables)
    guard
      let code = copy.code(
        ofFunctionWithContextAt: slot, way.hops.first?.block ?? way.target, in: value)
    else { return false }
    addresses.append(slot &- 8)
    shapes.append(compiler.memoryShape)
    blocks.append(nil)
    references.append(
      HeapReference(
        target: 1, label: compiler.tables.label(ReferenceLabel(role: .content)),
        confidence: .exact))
    functions.append(HeapWalk.FunctionCode(reference: 0, code: code))
    return true
  }

  /// Where the words are that say in the copy that there is an object at `block`. In memory without a type there are none.
  private func wordsOfObject(at block: UInt) -> [UInt] {
    guard let isa = copy.word(at: block),
      compiler.shape(of: Address(isa)) != compiler.unknownShape
    else { return [] }
    // What is there now is another object, or none any more, where its counts say that it is going.
    return objects.isObject(block) ? [block] : [block, block + UInt(crt_fact_counts_offset())]
  }

  /// Whether the process has the same words at `slots` as its copy.
  private func areAsCopied(_ slots: [UInt]) -> Bool {
    slots.allSatisfy { objects.isAsCopied($0, in: copy) }
  }

  private mutating func append(_ block: Address, isMemory: Bool) {
    let shape = isMemory ? compiler.memoryShape : compiler.shape(of: block.address())
    if compiler.tables.types[Int(shape)].kind == .block, objects.map.isWorkItem(blockAt: block) {
      workItems.append(addresses.count)
    }
    addresses.append(block.bits)
    shapes.append(shape)
    blocks.append(isMemory ? objects.block(at: block.bits, in: copy) : nil)
  }

  /// Notes the reference from one object to the next: the surest that the object's layout has, or else one in
  /// memory without a layout.
  private mutating func connect(_ index: Int, to next: Address) {
    let isMemory = shapes[index] == compiler.memoryShape
    let best =
      isMemory ? nil : objects.references(ofObjectAt: Address(addresses[index]))[next]
    var reference =
      best?.reference
      ?? HeapReference(
        target: 0, label: compiler.tables.label(ReferenceLabel(role: .content)),
        confidence: .conservative)
    reference.target = UInt32(index + 1)
    if let code = best?.code {
      functions.append(HeapWalk.FunctionCode(reference: UInt32(index), code: code))
      nameContext(index + 1)
    }
    if compiler.tables.types[Int(shapes[index])].kind == .closureContext {
      var label = compiler.tables.labels[Int(reference.label)]
      if label.role == .content {
        label.role = .capture
        label.captureIndex = 0
        reference.label = compiler.tables.label(label)
      }
    }
    references.append(reference)
  }

  /// That a function value leads to it makes a box a context.
  private mutating func nameContext(_ index: Int) {
    guard compiler.tables.types[Int(shapes[index])].kind == .box else { return }
    shapes[index] = compiler.closureContextShape(for: shapes[index])
  }

  func snapshot() -> HeapSnapshot {
    let graph = HeapGraph(
      objects: shapes.map { HeapObject(type: $0) },
      references: references,
      firstReference: (0...UInt32(shapes.count)).map { min($0, UInt32(references.count)) },
      types: compiler.tables.types, labels: compiler.tables.labels,
      functionReferences: functions.enumerated().map { position, function in
        FunctionReference(
          reference: function.reference, function: FunctionID(rawValue: UInt32(position)))
      })
    return HeapSnapshot(
      graph: graph, addresses: addresses, functions: functions.map(\.code), unread: [],
      isas: objects.isas, memoryGuard: objects.memoryGuard)
  }
}
