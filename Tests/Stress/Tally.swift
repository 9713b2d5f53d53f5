import LeakHeapReading

/// What the walks met.
struct Tally {
  private var walks = 0
  private var visited = 0
  private var retries = 0
  private var rewrites = 0
  private var counted = 0
  private var gone = 0
  /// Whether the walk of the graph at rest was sure of itself.
  private(set) var isComplete = false

  /// How often a walk that met a change is repeated at once. Here the graph never comes to rest.
  private static let retriesPerWalk = 2

  /// Walks as a check does at its deadline, and asks for the counts of what was found.
  mutating func walk(from root: ClassHolder, during writers: [Writer]) {
    let before = writers.reduce(0) { $0 + $1.count }
    guard var snapshot = read(root) else { return }
    for _ in 0..<Self.retriesPerWalk where !snapshot.changes.isEmpty {
      guard let next = read(root) else { return }
      visited += snapshot.graph.objects.count
      retries += 1
      snapshot = next
    }
    rewrites += writers.reduce(0) { $0 + $1.count } - before
    walks += 1
    visited += snapshot.graph.objects.count
    for object in snapshot.graph.objects.indices {
      if snapshot.counts(of: object) == nil { gone += 1 } else { counted += 1 }
    }
  }

  /// Walks once more, when nothing changes any more.
  mutating func finish(from root: ClassHolder) {
    isComplete = read(root).map { $0.changes.isEmpty && $0.unread.isEmpty } ?? false
  }

  private func read(_ root: ClassHolder) -> HeapSnapshot? {
    try? HeapReader.shared.snapshot(from: Unmanaged.passUnretained(root).toOpaque())
  }

  var line: String {
    "walks \(walks), nodes visited \(visited), retries \(retries), changes during a walk \(rewrites), "
      + "counts read \(counted), counts of objects that were gone \(gone), at rest \(isComplete ? "sure" : "unsure")"
  }
}
