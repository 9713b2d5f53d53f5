import LeakHeapModel

extension LeakReport {
  /// A holder that keeps an object alive and is not among the objects that this object reaches.
  public enum Holder: Sendable, Hashable {
    /// A place in the process, and the strong references from there to the object.
    case place(HoldingPlace, path: HoldingPath)

    /// The number of strong references whose place was not found.
    case unknown(Int)

    /// Data that the object reaches and that could not be read: it may contain references to the object. The value is
    /// a part of a sentence, as in "the fields of Shop.Legacy".
    case unread(String)

    /// The process could not be searched for the place. The value is the reason, as a part of a sentence.
    case unsearched(String)
  }
}

package typealias Holder = LeakReport.Holder

extension Holder {
  /// Whether the place is known.
  var isPlace: Bool { if case .place = self { true } else { false } }

  /// Whether it is sure that this keeps the object.
  var isSure: Bool { if case .place(_, let path) = self { path.isSure } else { true } }
}

extension Holder {
  /// The retain cycle that keeps the object when this has let go of it.
  var cycleAfterwards: RetainPath? {
    if case .place(_, let path) = self { path.cycleAfterwards } else { nil }
  }

  /// The same holder, and what keeps the object afterwards.
  func followed(by cycle: RetainPath?) -> Holder {
    guard case .place(let place, var path) = self else { return self }
    path.cycleAfterwards = cycle.flatMap { place.breaks($0) ? nil : $0 }
    return .place(place, path: path)
  }
}

extension HoldingPlace {
  /// Whether a cycle is over when the place lets go of the object: it leads through the place itself.
  fileprivate func breaks(_ cycle: RetainPath) -> Bool {
    let keeper: String
    switch kind {
    case .notificationCenter: keeper = "NotificationCenter"
    case .operationQueue: keeper = "OperationQueue"
    default: return false
    }
    return cycle.steps.lazy.compactMap(\.target).contains { TypeName($0).short == keeper }
  }
}

extension Holder: Codable {
  private enum Kind: String, Codable { case place, unknown, unread, unsearched }
  private enum CodingKeys: String, CodingKey { case kind, place, path, references, what, reason }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .place:
      self = .place(
        try container.decode(HoldingPlace.self, forKey: .place),
        path: try container.decode(HoldingPath.self, forKey: .path))
    case .unknown: self = .unknown(try container.decode(Int.self, forKey: .references))
    case .unread: self = .unread(try container.decode(String.self, forKey: .what))
    case .unsearched: self = .unsearched(try container.decode(String.self, forKey: .reason))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .place(let place, let path):
      try container.encode(Kind.place, forKey: .kind)
      try container.encode(place, forKey: .place)
      try container.encode(path, forKey: .path)
    case .unknown(let count):
      try container.encode(Kind.unknown, forKey: .kind)
      try container.encode(count, forKey: .references)
    case .unread(let what):
      try container.encode(Kind.unread, forKey: .kind)
      try container.encode(what, forKey: .what)
    case .unsearched(let reason):
      try container.encode(Kind.unsearched, forKey: .kind)
      try container.encode(reason, forKey: .reason)
    }
  }
}
