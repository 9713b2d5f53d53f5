import CLeakBase
import LeakBase
import LeakHeapModel

/// Reads the strong references of live objects.
package final class HeapReader: Sendable {
  /// The reader of the process: layout plans are compiled once per type and kept.
  package static let shared = HeapReader()

  private let compiler = VisibleMutex<PlanCompilerBox>(PlanCompilerBox())
  private let lastSearch = VisibleMutex(Duration.milliseconds(50))
  private let knownInstances = KnownInstances()

  package init() {}

  /// How long a search of the process takes, by the last one; a guess before the first.
  package var searchTime: Duration {
    get { lastSearch.withLock { $0 } }
    set { lastSearch.withLock { $0 = newValue } }
  }

  /// Calls `body` with the plan compiler, which nobody else uses meanwhile; `nil` where no guard can be put up, for what is followed
  /// may be gone, or no type at all.
  package func withCompiler<Result: Sendable>(_ body: (PlanCompiler) -> Result?) -> Result? {
    MemoryGuard.reading { withBox { body($0.compilerForThisWalk()) } }
  }

  /// Calls `body` with the box of the plan compiler, which nobody else uses meanwhile. Afterwards the libraries stay in memory of
  /// which something was compiled: not before, since whoever closes one may be waiting for this.
  private func withBox<Result, Failure: Error>(
    _ body: (inout PlanCompilerBox) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var images: [UInt] = []
    defer { for image in images { crt_keep_image(image) } }
    return try compiler.withLock { box throws(Failure) -> Result in
      defer { images = box.takeNewImages() }
      return try body(&box)
    }
  }

  /// The objects that `object` reaches by strong references, `object` itself first.
  ///
  /// Runs no code of the objects' types, retains nothing and writes nothing. The caller keeps the memory
  /// of `object` readable, by an ``ObjectWitness`` for instance.
  ///
  /// - Throws: ``HeapReadingError`` when the heap cannot be read here at all.
  /// - Complexity: O(*n* + *r*) in the number of objects and references reached. Where these are of types that were not met
  ///   before, or in memory that was not there at the last walk, the memory map of the process is read, which takes a
  ///   fraction of a millisecond.
  package func snapshot(
    from object: UnsafeRawPointer, limits: ReadingLimits = ReadingLimits()
  ) throws(HeapReadingError) -> HeapSnapshot {
    try snapshot(fromEach: [object], limits: limits)
  }

  /// The objects that any of `objects` reaches by strong references, `objects` themselves first, in their
  /// order and each once.
  ///
  /// Otherwise as the form for one object.
  package func snapshot(
    fromEach objects: [UnsafeRawPointer], limits: ReadingLimits = ReadingLimits()
  ) throws(HeapReadingError) -> HeapSnapshot {
    try Self.checkPlatform()
    // Held until the walk is over: what each part of it puts up is above the same handlers.
    let memoryGuard = MemoryGuard()
    defer { withExtendedLifetime(memoryGuard) {} }
    guard memoryGuard.isUp else { throw HeapReadingError(reason: MemoryGuard.reasonForNone) }
    return try withBox { box throws(HeapReadingError) in
      let compiler = box.compilerOfEarlierWalks()
      let buffers = box.buffers
      let snapshot = MemoryGuard.admittingFaults {
        Self.read(compiler) { () -> (HeapSnapshot, hasMetGap: Bool) in
          var walk = HeapWalk(compiler: compiler, limits: limits, buffers: buffers)
          defer { walk.deallocate() }
          walk.run(from: objects.map { Address(UInt(bitPattern: $0)) })
          return (walk.snapshot(), walk.hasMetGap)
        }
      }
      if let obstacle = compiler.map.obstacle { throw HeapReadingError(reason: obstacle) }
      return snapshot
    }
  }

  /// What `body` reads, which has begun by the map of an earlier walk; from the beginning, by a map that is new, where that map told
  /// of memory that is gone: `body` met a gap, and cannot say whether it was there all the time, or an object has just gone.
  private static func read<Result>(
    _ compiler: PlanCompiler, _ body: () -> (Result, hasMetGap: Bool)
  ) -> Result {
    let wasOld = compiler.map.isOld
    let (result, hasMetGap) = body()
    guard wasOld, hasMetGap else { return result }
    compiler.map.age()
    compiler.map.renew()
    return body().0
  }

  /// The instance that `value` is, where its class is known to have instances that count: the usual case, for which nothing is locked.
  @inline(__always)
  package func knownInstance<Value>(_ value: borrowing Value) -> UnsafeRawPointer? {
    guard Address(of: Value.self).word() == MetadataKind.class else { return nil }
    return withUnsafePointer(to: value) { pointer in
      let object = Address(UInt(bitPattern: pointer)).address()
      guard object.bits >= HeapWalk.lowestObject, object.bits & 7 == 0 else { return nil }
      return knownInstances.has(object.word()) ? object.pointer : nil
    }
  }

  /// The class instances that `value` refers to directly: itself, or through optionals, tuples, structs,
  /// enum payloads, arrays, dictionaries and sets. Closures and the toolchain's own storage are left out.
  package func instances<Value>(in value: borrowing Value) -> [UnsafeRawPointer] {
    if LayoutFeature.obstacleToReading != nil { return Self.instance(copy value) }
    let found = withUnsafePointer(to: value) { pointer in
      let address = Address(UInt(bitPattern: pointer))
      return withBox { box -> [UnsafeRawPointer]? in
        let compiler = box.compilerOfEarlierWalks()
        if let few = Self.fewInstances(in: address, of: Value.self, compiler) {
          if let instance = few.first {
            knownInstances.insert(Address(UInt(bitPattern: instance)).word())
          }
          return few
        }
        let memoryGuard = MemoryGuard()
        guard memoryGuard.isUp else { return nil }
        // To compile a type, and to walk through what it has, takes as much of the stack as the type is deep.
        return OwnThread.withRoom {
          defer { withExtendedLifetime(memoryGuard) {} }
          let instances = Self.read(compiler) {
            Self.instances(in: address, of: Value.self, compiler)
          }
          return compiler.map.obstacle == nil ? instances : nil
        }
      }
    }
    if let found { return found }
    return Self.instance(copy value)
  }

  /// The instances where that takes no walk, and nothing has to be compiled: none, or the only one; `nil` otherwise.
  private static func fewInstances(
    in address: Address, of type: Any.Type, _ compiler: PlanCompiler
  ) -> [UnsafeRawPointer]? {
    guard let plan = compiler.planOfType[TypeMetadata(type)] else { return nil }
    if compiler.tables.isEmpty(plan) { return [] }
    return onlyInstance(in: address, plan: plan, compiler, shape: { compiler.shapeOfClass[$0] })
      .map { [$0] }
  }

  /// The value, where it is an instance of a class, without reading it.
  private static func instance(_ value: Any) -> [UnsafeRawPointer] {
    guard type(of: value) is AnyClass else { return [] }
    return [UnsafeRawPointer(Unmanaged.passUnretained(value as AnyObject).toOpaque())]
  }

  private static func instances(
    in address: Address, of type: Any.Type, _ compiler: PlanCompiler
  ) -> ([UnsafeRawPointer], hasMetGap: Bool) {
    let plan = compiler.plan(for: TypeMetadata(type))
    if compiler.tables.isEmpty(plan) { return ([], false) }
    if let instance = onlyInstance(
      in: address, plan: plan, compiler, shape: { compiler.shape(of: Address($0)) })
    {
      return ([instance], false)
    }
    var walk = HeapWalk(compiler: compiler)
    defer { walk.deallocate() }
    walk.run(fromValueAt: address, plan: plan)
    return (walk.instances(), walk.hasMetGap)
  }

  /// The instance to which a value is the reference, which is the usual case and takes no walk. The value is alive, so
  /// there is nothing to guard against.
  private static func onlyInstance(
    in address: Address, plan: LayoutPlan.ID, _ compiler: PlanCompiler,
    shape: (UInt) -> HeapShape.ID?
  ) -> UnsafeRawPointer? {
    guard let operation = compiler.tables.onlyOperation(of: plan), operation.kind == .strong,
      operation.confidence == .exact
    else { return nil }
    let object = address.address(at: Int(operation.offset))
    guard object.bits >= HeapWalk.lowestObject, object.bits & 7 == 0,
      let shape = shape(object.word()), compiler.isInstance(shape)
    else { return nil }
    return object.pointer
  }

  private static func checkPlatform() throws(HeapReadingError) {
    guard Processor.isProven else {
      throw HeapReadingError(reason: "the heap reader has not been proven on this platform")
    }
    if let feature = LayoutFeature.obstacleToReading {
      throw HeapReadingError(reason: feature.reason)
    }
  }
}

/// Makes the plan compiler when it is first needed.
private struct PlanCompilerBox: ~Copyable {
  private var compiler: PlanCompiler?
  /// Of one walk after the other.
  let buffers = WalkBuffers()

  /// The plan compiler, with a memory map that is new.
  mutating func compilerForThisWalk() -> PlanCompiler {
    let compiler = compilerOfEarlierWalks()
    compiler.map.renew()
    return compiler
  }

  /// The plan compiler, with a memory map that may be old.
  mutating func compilerOfEarlierWalks() -> PlanCompiler {
    if let compiler {
      compiler.map.age()
      return compiler
    }
    let compiler = PlanCompiler()
    self.compiler = compiler
    return compiler
  }

  func takeNewImages() -> [UInt] { compiler?.takeNewImages() ?? [] }
}

/// Why the heap cannot be read.
package struct HeapReadingError: Error, Sendable, Hashable {
  /// One sentence part: "the process has no …".
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
