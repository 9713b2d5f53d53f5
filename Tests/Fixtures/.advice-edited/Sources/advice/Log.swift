import Synchronization

/// What a snippet's objects do, in order.
final class Log: Sendable {
  private let entries = Mutex<[String]>([])

  var notes: [String] { entries.withLock { $0 } }

  func note(_ text: String) {
    entries.withLock { $0.append(text) }
  }
}
