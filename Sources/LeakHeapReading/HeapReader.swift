import CLeakBase
import LeakBase
import LeakHeapModel

/// Reads the strong references of live objects.
package final class HeapReader: Sendable {
  /// The reader of the process: layout plans are compiled once per type and kept.
  package static let shared = HeapReader()

  private let compiler = VisibleMutex<PlanCompilerBox>(PlanCompilerBox())
  private let lastSearch = VisibleMutex(Duration.milliseconds(50))

  package init() {}

  /// How long a search of the process takes, by the last one; a guess before the first.
  package var searchTime: Duration {
    get { lastSearch.withLock { $0 } }
    set { lastSearch.withLock { $0 = newValue } }
  }

  /// Calls `body` with the plan compiler, which nobody else uses meanwhile.
  package func withCompiler<Result: Sendable>(_ body: (PlanCompiler) -> Result) -> Result {
    // What is followed may be gone, or no type at all.
    withExtendedLifetime(MemoryGuard()) { withBox { body($0.compilerForThisWalk()) } }
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
  /// - Complexity: O(*n* + *r*) in the number of objects and references reached, after the memory map of
  ///   the process has been read, which takes a fraction of a millisecond.
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
    if !memoryGuard.isUp, let obstacle = MemoryGuard.obstacle {
      throw HeapReadingError(reason: obstacle)
    }
    return try withBox { box throws(HeapReadingError) in
      let compiler = box.compilerForThisWalk()
      if let obstacle = compiler.map.obstacle { throw HeapReadingError(reason: obstacle) }
      var walk = HeapWalk(compiler: compiler, limits: limits)
      defer { walk.deallocate() }
      walk.run(from: objects.map { Address(UInt(bitPattern: $0)) })
      return walk.snapshot()
    }
  }

  /// The class instances that `value` refers to directly: itself, or through optionals, tuples, structs,
  /// enum payloads, arrays, dictionaries and sets. Closures and the toolchain's own storage are left out.
  package func instances<Value>(in value: borrowing Value) -> [UnsafeRawPointer] {
    if LayoutFeature.obstacleToReading != nil { return Self.instance(copy value) }
    let found = withUnsafePointer(to: value) { pointer in
      let address = Address(UInt(bitPattern: pointer))
      return withBox { box -> [UnsafeRawPointer]? in
        // What a value holds is there as long as the value: the memory map of an earlier walk will do, and saves
        // nearly all the time, as long as it has all that is met, and nothing has to be compiled.
        let earlier = box.compilerOfEarlierWalk()
        if let earlier, let few = Self.fewInstances(in: address, of: Value.self, earlier) {
          return few
        }
        let memoryGuard = MemoryGuard()
        guard memoryGuard.isUp else { return nil }
        // To compile a type, and to walk through what it has, takes as much of the stack as the type is deep.
        return OwnThread.withRoom {
          defer { withExtendedLifetime(memoryGuard) {} }
          if let earlier, !earlier.needsNewMap {
            let instances = Self.instances(in: address, of: Value.self, earlier)
            if !earlier.needsNewMap { return instances }
          }
          return Self.instances(in: address, of: Value.self, box.compilerForThisWalk())
        }
      }
    }
    if let found { return found }
    return Self.instance(copy value)
  }

  /// The instances where that takes no walk: none, or the only one; `nil` otherwise.
  private static func fewInstances(
    in address: Address, of type: Any.Type, _ compiler: PlanCompiler
  ) -> [UnsafeRawPointer]? {
    let plan = compiler.plan(for: TypeMetadata(type))
    if compiler.needsNewMap { return nil }
    if compiler.tables.isEmpty(plan) { return [] }
    guard let instance = onlyInstance(in: address, plan: plan, compiler), !compiler.needsNewMap
    else { return nil }
    return [instance]
  }

  /// The value, where it is an instance of a class, without reading it.
  private static func instance(_ value: Any) -> [UnsafeRawPointer] {
    guard type(of: value) is AnyClass else { return [] }
    return [UnsafeRawPointer(Unmanaged.passUnretained(value as AnyObject).toOpaque())]
  }

  private static func instances(
    in address: Address, of type: Any.Type, _ compiler: PlanCompiler
  ) -> [UnsafeRawPointer] {
    let plan = compiler.plan(for: TypeMetadata(type))
    if compiler.tables.isEmpty(plan) { return [] }
    if let instance = onlyInstance(in: address, plan: plan, compiler) { return [instance] }
    var walk = HeapWalk(compiler: compiler)
    defer { walk.deallocate() }
    walk.run(fromValueAt: address, plan: plan)
    if !walk.isWhole { compiler.needsNewMap = true }
    return walk.instances()
  }

  /// The instance to which a value is the reference, which is the usual case and takes no walk. The value is alive, so
  /// there is nothing to guard against.
  private static func onlyInstance(
    in address: Address, plan: LayoutPlan.ID, _ compiler: PlanCompiler
  ) -> UnsafeRawPointer? {
    guard let operation = compiler.tables.onlyOperation(of: plan), operation.kind == .strong,
      operation.confidence == .exact
    else { return nil }
    let object = address.address(at: Int(operation.offset))
    guard object.bits >= HeapWalk.lowestObject, object.bits & 7 == 0,
      compiler.isInstance(compiler.shape(of: object.address()))
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

/// Makes the plan compiler when it is first needed, and gives it a fresh memory map for each walk.
private struct PlanCompilerBox: ~Copyable {
  private var compiler: PlanCompiler?

  mutating func compilerForThisWalk() -> PlanCompiler {
    let map = MemoryMap()
    if let compiler {
      compiler.map = map
      compiler.isMapOld = false
      return compiler
    }
    let compiler = PlanCompiler(map: map)
    self.compiler = compiler
    return compiler
  }

  func takeNewImages() -> [UInt] { compiler?.takeNewImages() ?? [] }

  /// The plan compiler with the memory map of an earlier walk, of which it compiles nothing.
  func compilerOfEarlierWalk() -> PlanCompiler? {
    compiler?.isMapOld = true
    compiler?.needsNewMap = false
    return compiler
  }
}

/// Why the heap cannot be read.
package struct HeapReadingError: Error, Sendable, Hashable {
  /// One sentence part: "the process has no …".
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
