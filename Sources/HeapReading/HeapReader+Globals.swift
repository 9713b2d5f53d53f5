import CRuntime
import HeapModel

extension HeapReader {
  /// Which of `objects` the globals and statics of the program's own executable and libraries keep alive,
  /// directly or through other objects.
  ///
  /// The words of the images' data are looked at without their types, and what looks like a reference is taken
  /// for one. Tasks and the memory of system libraries are not entered: what they hold they let go of in time.
  ///
  /// - Complexity: O(*n*) in the size of the images' data, and of what it reaches.
  package func keptByGlobals(among objects: Set<UInt>) -> Set<UInt> {
    guard !objects.isEmpty else { return [] }
    return withCompiler { compiler in
      var walk = HeapWalk(compiler: compiler)
      defer { walk.deallocate() }
      walk.run(fromWordsIn: Self.programData())
      let snapshot = walk.snapshot()
      return Set(
        snapshot.graph.reachedWithoutTasks(from: 0).lazy.map { snapshot.addresses[$0] }
          .filter(objects.contains))
    }
  }

  /// Where the globals and statics of the program are.
  private static func programData() -> [Range<UInt>] {
    var capacity = 64
    while true {
      var count = 0
      let ranges = [crt_range](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        count = crt_program_data(buffer.baseAddress, buffer.count)
        initialized = min(count, buffer.count)
      }
      if count <= capacity { return ranges.map { UInt($0.start)..<UInt($0.end) } }
      capacity = count
    }
  }
}

extension HeapGraph {
  /// The objects that `object` reaches, itself first, but not through tasks or memory of system libraries.
  fileprivate func reachedWithoutTasks(from object: ObjectID) -> [ObjectID] {
    var isReached = [Bool](repeating: false, count: objects.count)
    isReached[object] = true
    var reached = [object]
    var next = 0
    while next < reached.count {
      defer { next += 1 }
      let kind = type(of: reached[next]).kind
      if kind == .task || kind == .memory { continue }
      for reference in references(from: reached[next]) {
        let target = target(of: reference)
        if isReached[target] { continue }
        isReached[target] = true
        reached.append(target)
      }
    }
    return reached
  }
}
