/// The memory that a walk takes for each object and each reference.
enum MemoryBenchmark: Benchmark {
  static let name = "memory"

  static func measure(_ extent: Extent) async throws -> Section {
    let objects = extent(1_000_000, quick: 10_000)
    let sparse = try MemoryTask(objects: objects, isDense: false).runInChild()
    let dense = try MemoryTask(objects: objects, isDense: true).runInChild()
    var section = Section("Memory of a walk over \(objects.inTable) objects")
    // Two graphs of as many objects tell references from objects.
    for (name, bytes) in [("at the worst moment", \MemoryTask.Outcome.peak), ("kept", \.kept)] {
      let perReference =
        Double(dense[keyPath: bytes] - sparse[keyPath: bytes])
        / Double(dense.references - sparse.references)
      let perObject =
        (Double(sparse[keyPath: bytes]) - perReference * Double(sparse.references))
        / Double(objects)
      section.measurements += [
        Measurement("for each object, \(name)", perObject, unit: "bytes", target: .most(64)),
        Measurement("for each reference, \(name)", perReference, unit: "bytes", target: .most(16)),
      ]
    }
    return section
  }
}
