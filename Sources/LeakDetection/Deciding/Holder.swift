/// What keeps an object alive from outside the objects that it reaches.
public enum Holder: Sendable, Hashable {
  /// This many strong references whose place was not found.
  case unknown(Int)

  /// Something that the object reaches and that could not be read: references to the object may be in
  /// there. One sentence part, as in "the fields of Shop.Legacy".
  case unread(String)
}

extension Holder: Codable {
  private enum Kind: String, Codable { case unknown, unread }
  private enum CodingKeys: String, CodingKey { case kind, references, what }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .unknown: self = .unknown(try container.decode(Int.self, forKey: .references))
    case .unread: self = .unread(try container.decode(String.self, forKey: .what))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .unknown(let count):
      try container.encode(Kind.unknown, forKey: .kind)
      try container.encode(count, forKey: .references)
    case .unread(let what):
      try container.encode(Kind.unread, forKey: .kind)
      try container.encode(what, forKey: .what)
    }
  }
}
