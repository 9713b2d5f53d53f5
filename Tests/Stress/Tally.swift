import HeapReading

/// What the walks met.
struct Tally {
  private var walks = 0
  private var visited = 0
  private var changed = 0
  private var rewrites = 0
  private var counted = 0
  private var gone = 0
  /// Whether the walk of the graph at rest was sure of itself.
  private(set) var isComplete = false

  /// Walks once, and asks for the counts of what was found.
  mutating func walk(from root: ClassHolder, during writers: [Writer]) {
    let before = writers.reduce(0) { $0 + $1.count }
    guard let snapshot = read(root) else { return }
    rewrites += writers.reduce(0) { $0 + $1.count } - before
    walks += 1
    visited += snapshot.graph.objects.count
    if snapshot.hasChanged { changed += 1 }
    for object in snapshot.graph.objects.indices {
      if snapshot.counts(of: object) == nil { gone += 1 } else { counted += 1 }
    }
  }

  /// Walks once more, when nothing changes any more.
  mutating func finish(from root: ClassHolder) {
    isComplete = read(root).map { !$0.hasChanged && $0.unread.isEmpty } ?? false
  }

  private func read(_ root: ClassHolder) -> HeapSnapshot? {
    try? HeapReader.shared.snapshot(from: Unmanaged.passUnretained(root).toOpaque())
  }

  var line: String {
    "walks \(walks), nodes visited \(visited), changes during a walk \(rewrites), walks that noticed \(changed), "
      + "counts read \(counted), counts of objects that were gone \(gone), at rest \(isComplete ? "sure" : "unsure")"
  }
}
