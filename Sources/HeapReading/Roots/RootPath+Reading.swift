import CRuntime
import HeapModel

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
}

extension RootPath {
  /// The way with the names of the references on it; `nil` when the process has changed it since it was copied, so that
  /// what is read of it now may be something else's.
  init?(_ way: FoundWay, in copy: ProcessCopy, by objects: ObjectReferences) {
    var reading = PathReading(objects)
    let words = way.hops.map(\.slot) + (way.rootSlot.map { [$0] } ?? [])
    guard reading.stillHas(words, in: copy) else { return nil }
    reading.read(way.hops.map { Address($0.block) } + [Address(way.target)])
    self.init(
      root: way.root, snapshot: reading.snapshot(), symbols: reading.symbols, grade: way.grade,
      outlivesTest: way.outlivesTest, variable: way.variable, task: way.task)
  }
}

/// What objects refer to, each read once: many ways lead through the same ones.
final class ObjectReferences {
  typealias Reference = (reference: HeapReference, code: UInt?)

  let compiler: PlanCompiler
  let map = MemoryMap()
  private var references: [Address: [Address: Reference]] = [:]

  init(compiler: PlanCompiler) {
    self.compiler = compiler
  }

  /// The surest reference of the object at `address` to each that it refers to.
  fileprivate func references(ofObjectAt address: Address) -> [Address: Reference] {
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
  private(set) var symbols: [String?] = []
  private let memoryGuard = MemoryGuard()

  init(_ objects: ObjectReferences) {
    self.objects = objects
  }

  mutating func read(_ blocks: [Address]) {
    for block in blocks { append(block) }
    for index in blocks.indices.dropLast() { connect(index, to: blocks[index + 1]) }
  }

  /// Whether the process has the same words at `slots` as its copy.
  func stillHas(_ slots: [UInt], in copy: ProcessCopy) -> Bool {
    slots.allSatisfy { slot in
      let place = Address(slot)
      return objects.map.isReadable(place, length: 8) && copy.word(at: slot) == place.word()
    }
  }

  private mutating func append(_ block: Address) {
    let walk = HeapWalk(compiler: compiler)
    defer { walk.deallocate() }
    addresses.append(block.bits)
    if walk.isHeapObject(block) {
      shapes.append(compiler.shape(of: block.address()))
      symbols.append(nil)
    } else {
      shapes.append(compiler.memoryShape)
      let size = UInt(compiler.map.blockSize(at: block))
      symbols.append(
        DispatchStructures.typeSymbol(of: block.bits) {
          $0 &- block.bits &+ 8 <= size ? Address($0).word() : nil
        })
    }
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
      isas: (0..<compiler.tables.shapes.count).map { compiler.tables.shapes[$0].isa })
  }
}

extension HeapWalk {
  /// The references of the object at `address`, which is read alone, with the code of those that are a
  /// function's.
  mutating func references(
    ofObjectAt address: Address
  ) -> [(target: Address, reference: HeapReference, code: UInt?)] {
    _ = object(at: address)
    read(0)
    var codes: [UInt32: UInt] = [:]
    for index in 0..<functions.count { codes[functions[index].reference] = functions[index].code }
    return (0..<references.count).map { index in
      let reference = references[index]
      return (
        Address(addresses[Int(reference.target)]), reference, codes[UInt32(index)]
      )
    }
  }
}
