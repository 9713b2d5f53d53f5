import Foundation

/// Does what is submitted in its order, on a few threads that are no task's: at the beginning hundreds of tests wait for those.
///
/// Unchecked: what varies is used under the lock only.
final class Workers: @unchecked Sendable {
  private let most: Int
  private let lock = NSLock()
  private var waiting: [@Sendable () -> Void] = []
  private var threads = 0

  /// - Parameter most: How much is done at a time.
  init(most: Int) {
    self.most = most
  }

  func submit(_ work: @escaping @Sendable () -> Void) {
    lock.withLock {
      waiting.append(work)
      guard threads < most else { return }
      threads += 1
      Thread.detachNewThread { self.serve() }
    }
  }

  private func serve() {
    while let work = next() { work() }
  }

  private func next() -> (@Sendable () -> Void)? {
    lock.withLock {
      if waiting.isEmpty {
        threads -= 1
        return nil
      }
      return waiting.removeFirst()
    }
  }
}
