/// What keeps an object alive from outside the objects that it reaches.
public enum Holder: Sendable, Hashable, Codable {
  /// This many strong references whose place was not found.
  case unknown(Int)
}
