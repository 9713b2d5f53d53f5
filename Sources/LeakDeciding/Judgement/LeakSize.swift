/// What would go if one leak were fixed: the objects that nothing else keeps alive.
public struct LeakSize: Sendable, Hashable, Codable {
  /// The number of objects, without the storage of collections and what the compiler makes for closures.
  public package(set) var count: Int

  /// Their size in bytes with that storage, as far as it is known: a lower bound.
  public package(set) var bytes: Int

  /// Creates a count.
  package init(count: Int = 0, bytes: Int = 0) {
    self.count = count
    self.bytes = bytes
  }
}

extension LeakSize {
  /// The objects of both.
  package static func + (left: LeakSize, right: LeakSize) -> LeakSize {
    LeakSize(count: left.count + right.count, bytes: left.bytes + right.bytes)
  }
}
