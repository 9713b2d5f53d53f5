import Dispatch

/// The freed work items that libdispatch keeps for reuse: up to 1024 on each of its threads
/// (`DISPATCH_CONTINUATION_CACHE_LIMIT` in its sources).
enum DispatchCaches {
  private static let limit = 1024

  /// Fills the caches of the threads that run now, so that memory in use no longer grows by them.
  static func fill() async {
    let group = DispatchGroup()
    // Each thread must get to free as many as it keeps, however they share the work.
    for _ in 0..<(8 * limit) {
      DispatchQueue.global().async(group: group) {}
    }
    await withCheckedContinuation { continuation in
      group.notify(queue: .global()) { continuation.resume() }
    }
  }
}
