import LeakHeapRecording
import LeakHeapRoots

extension CheckReading {
  /// Whether what holds an object is work of a variable's initializer, which is there for as long as the process is: where `path` first
  /// comes to one of the others, the initializer has made that, or a task that it has begun.
  package func isInitializers(_ path: RootPath) -> Bool {
    guard recorded.contains(where: \.isInitializers) else { return false }
    let isInitializers = Dictionary(
      recorded.lazy.map { ($0.witness.address, $0.isInitializers) },
      uniquingKeysWith: { first, _ in first })
    return path.snapshot.addresses.lazy.compactMap { isInitializers[$0] }.first ?? false
  }
}
