/// What became of an object that should be gone.
public enum Verdict: Sendable, Hashable, Codable {
  /// Its `deinit` had begun when it was first looked at.
  case deinitialized

  /// Its `deinit` began, but only this long after it was first looked at.
  case late(after: Duration)

  /// It is alive, and a cycle of strong references that nothing outside takes part in keeps it so.
  case leaked(RetainPath)

  /// It is alive, and something outside the objects that it reaches keeps it so.
  case held(by: [Holder])

  /// It is alive, and nothing can be said of why. The reason is one sentence part.
  case inconclusive(String)
}
