import CRuntime
import HeapModel

extension RootPath {
  /// The path that a search found, with the names of the references on it; `nil` when the process has changed it since
  /// it was copied, so that what is read of it now may be something else's.
  init?(_ found: UnsafePointer<crt_found>, compiler: PlanCompiler) {
    let steps = withUnsafeBytes(of: found.pointee.steps) {
      Array($0.bindMemory(to: crt_step.self).prefix(Int(found.pointee.step_count)))
    }
    let target = found.pointee.target ^ UInt(CRT_ADDRESS_MASK)
    var reading = PathReading(compiler: compiler)
    let blocks = steps.dropFirst().map { Address($0.block) } + [Address(target)]
    reading.read(blocks)
    guard reading.stillHas(steps.dropFirst()) else { return nil }
    self.init(
      root: Root(found.pointee, slot: steps.first?.slot ?? 0),
      snapshot: reading.snapshot(), symbols: reading.symbols, isSure: found.pointee.is_sure,
      referrers: found.pointee.referrerAddresses)
  }
}

extension RootPath {
  /// Whether an object on the way is the kit's own, or has something of the kit's.
  var leadsThroughKit: Bool {
    snapshot.graph.objects.indices.contains { object in
      let name = snapshot.graph.type(of: object).name
      return OwnStack.modules.contains { name.contains($0 + ".") }
    }
  }
}

extension Root {
  fileprivate init(_ found: crt_found, slot: UInt) {
    let thread = RootThread(
      name: withUnsafeBytes(of: found.thread_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }, isCaller: found.is_own_thread, isMain: found.is_main_thread)
    switch found.root {
    case CRT_ROOT_PROGRAM: self = .program(symbol: Symbolizer.symbol(at: slot))
    case CRT_ROOT_LIBRARY:
      self = .library(symbol: Symbolizer.symbol(at: slot), image: LoadedImage(at: slot)?.fileName)
    case CRT_ROOT_THREAD_LOCAL: self = .threadLocal(thread)
    case CRT_ROOT_STACK:
      let frames = withUnsafeBytes(of: found.frames) {
        Array($0.bindMemory(to: UInt.self).prefix(Int(found.frame_count)))
      }
      self = .stack(thread, frames: frames)
    default: self = .mapping
    }
  }
}

/// Reads the objects on a path, each for its reference to the next.
private struct PathReading {
  let compiler: PlanCompiler
  private var addresses: [UInt] = []
  private var shapes: [HeapShape.ID] = []
  private var references: [HeapReference] = []
  private var functions: [HeapWalk.FunctionCode] = []
  private(set) var symbols: [String?] = []
  private let memoryGuard = MemoryGuard()

  init(compiler: PlanCompiler) {
    self.compiler = compiler
  }

  mutating func read(_ blocks: [Address]) {
    for block in blocks { append(block) }
    for index in blocks.indices.dropLast() { connect(index, to: blocks[index + 1]) }
  }

  /// Whether every word on the way is what it was in the copy.
  func stillHas(_ steps: ArraySlice<crt_step>) -> Bool {
    let map = MemoryMap()
    return steps.allSatisfy { step in
      let slot = Address(step.slot)
      return map.isReadable(slot, length: 8) && slot.word() == step.word
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
      symbols.append(Symbolizer.symbol(at: block.address().bits))
    }
  }

  /// Notes the reference from one object to the next: the surest that the object's layout has, or else one in
  /// memory without a layout.
  private mutating func connect(_ index: Int, to next: Address) {
    var walk = HeapWalk(compiler: compiler)
    defer { walk.deallocate() }
    let isMemory = shapes[index] == compiler.memoryShape
    let candidates = isMemory ? [] : walk.references(ofObjectAt: Address(addresses[index]))
    let best = candidates.filter { $0.target == next }.min {
      $0.reference.confidence < $1.reference.confidence
    }
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
