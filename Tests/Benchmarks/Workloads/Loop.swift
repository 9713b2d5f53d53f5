import CLimit

/// A loop that does one thing to the heap over and over.
package enum Loop: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
  /// Allocates an object and lets it go at once.
  case shortLived = "short-lived object"
  /// Allocates an object and keeps it until all are made; letting them go is not timed.
  case kept = "kept object"
  /// Makes a closure that captures an object, and lets it go at once.
  case closure = "closure"
  /// Short-lived objects in two tasks at once.
  case twoThreads = "short-lived object, two threads"
  /// Retains and releases one object.
  case retainRelease = "retain and release"
}

extension Loop {
  /// How long the loop takes, in nanoseconds for each of `count` times.
  package func nanoseconds(count: Int) async -> Double {
    let clock = ContinuousClock()
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    switch self {
    case .shortLived:
      start = clock.now
      Self.allocate(count)
      end = clock.now
    case .kept:
      var leaves: [Leaf] = []
      leaves.reserveCapacity(count)
      start = clock.now
      Self.allocate(count, into: &leaves)
      end = clock.now
    case .closure:
      let leaf = makeLeaf(0)
      start = clock.now
      Self.makeClosures(count, capturing: leaf)
      end = clock.now
    case .twoThreads:
      start = clock.now
      async let first: Void = Self.allocate(count)
      async let second: Void = Self.allocate(count)
      _ = await (first, second)
      end = clock.now
    case .retainRelease:
      let leaf = makeLeaf(0)
      start = clock.now
      withExtendedLifetime(leaf) {
        limit_retain_and_release(Unmanaged.passUnretained(leaf).toOpaque(), count)
      }
      end = clock.now
    }
    return (end - start).inNanoseconds / Double(count)
  }

  @inline(never)
  private static func allocate(_ count: Int) {
    for number in 0..<count { limit_escape(Unmanaged.passUnretained(makeLeaf(number)).toOpaque()) }
  }

  @inline(never)
  private static func allocate(_ count: Int, into leaves: inout [Leaf]) {
    for number in 0..<count { leaves.append(makeLeaf(number)) }
  }

  @inline(never)
  private static func makeClosures(_ count: Int, capturing leaf: Leaf) {
    for number in 0..<count {
      let closure = makeClosure(number, leaf)
      withUnsafePointer(to: closure) { limit_escape($0) }
    }
  }
}

extension Duration {
  package var inNanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) * 1e-9
  }
}
