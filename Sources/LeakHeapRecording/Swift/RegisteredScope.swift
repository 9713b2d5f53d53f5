/// A scope as the registry knows it, while it is open and for a while afterwards.
struct RegisteredScope {
  let id: AllocationScope.ID
  let label: ScopeLabel
  let claims: Bool
  /// Whether it owns what tasks allocate that go on after the scopes inside.
  let inherits: Bool
  /// Whether it asks what was allocated in none, which no scope around it claims then.
  let asks: Bool
  /// The scope that it is inside, or 0.
  let parent: UInt64
  /// The same; also where several are open, of which one claims what is allocated in none.
  let around: UInt64
  /// By the recorder's clock, which ticks when scopes open and close.
  let opened: UInt32
  var closed: UInt32?

  func wasOpen(at moment: UInt32) -> Bool {
    opened <= moment && !wasClosed(at: moment)
  }

  func wasClosed(at moment: UInt32) -> Bool {
    guard let closed else { return false }
    return closed <= moment
  }
}
