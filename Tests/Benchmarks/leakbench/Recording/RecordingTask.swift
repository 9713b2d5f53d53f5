import CLimit
import LeakHeapReading
import LeakHeapRecording

/// The memory of a scope that allocates short-lived objects, and keeps some.
struct RecordingTask: ChildTask {
  var shortLived: Int
  var kept: Int
  /// Whether a scope is open; without one, the rest of the process takes as much.
  var isInScope: Bool

  struct Outcome: Codable, Sendable {
    /// Bytes in memory at the worst moment while the objects are made, beyond those before it.
    var peak: Int
    /// The same until the scope has ended and told what is left.
    var peakAtEnd: Int
    /// Bytes of the recorder's tables when all are made.
    var tables: Int
  }

  func run() async throws -> Outcome {
    // What the first scope of a process makes is none of the next one's.
    try Self.open().run { _ = Self.allocate(1000, keeping: 10) }
    let scope = isInScope ? try Self.open() : nil
    let resident = try PeakMemory.reset()
    let leaves =
      scope?.run { Self.allocate(shortLived, keeping: kept) }
      ?? Self.allocate(shortLived, keeping: kept)
    let peak = try PeakMemory.now()
    let tables = AllocationRecorder.use.tableBytes
    let survivors = scope?.end()
    let peakAtEnd = try PeakMemory.now()
    guard survivors?.count ?? (isInScope ? 0 : kept) == kept else {
      throw BenchmarkError("a scope does not know what it has kept")
    }
    withExtendedLifetime(leaves) {}
    return Outcome(peak: peak - resident, peakAtEnd: peakAtEnd - resident, tables: tables)
  }

  private static func open() throws -> AllocationScope {
    guard let scope = AllocationScope(label: "leakbench") else {
      throw BenchmarkError("allocations cannot be recorded here")
    }
    return scope
  }

  /// Lets go of `shortLived` objects at once, and of `kept` others between them not at all.
  @inline(never)
  private static func allocate(_ shortLived: Int, keeping kept: Int) -> [Leaf] {
    var leaves: [Leaf] = []
    leaves.reserveCapacity(kept)
    for number in 0..<shortLived {
      limit_escape(Unmanaged.passUnretained(make(number)).toOpaque())
      if leaves.count * shortLived < number * kept { leaves.append(make(number)) }
    }
    while leaves.count < kept { leaves.append(make(0)) }
    return leaves
  }

  // Not inlined: the optimizer puts an object that it sees die on the stack.
  @inline(never)
  private static func make(_ number: Int) -> Leaf { Leaf(number) }
}

private final class Leaf {
  let number: Int
  var next: Leaf?

  init(_ number: Int) {
    self.number = number
  }
}
