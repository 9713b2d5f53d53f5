import Synchronization

/// A cache as applications have it: what is put into it stays to the end.
///
/// It is no object itself: that would be what the first test to use it keeps.
public enum Registry {
  private struct Entry: @unchecked Sendable {
    let object: AnyObject
  }

  private static let objects = Mutex<[Entry]>([])

  public static func keep(_ object: AnyObject) {
    let entry = Entry(object: object)
    objects.withLock { $0.append(entry) }
  }

  public static var count: Int { objects.withLock { $0.count } }
}
