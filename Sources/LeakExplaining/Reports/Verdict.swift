extension LeakReport {
  /// What happened to an object that should have been deinitialized.
  public enum Verdict: Sendable, Hashable {
    /// Its `deinit` had begun by the first look at the object.
    case deinitialized

    /// Its `deinit` began, but only this long after the first look at the object.
    ///
    /// The holders meanwhile are included if the check was asked for them.
    case late(after: Duration, heldBy: [Holder] = [])

    /// It is alive, and a cycle of strong references that nothing outside takes part in keeps it alive, or a retain that no
    /// reference explains.
    indirect case leaked(RetainPath)

    /// It is alive because something outside the objects that it reaches keeps it alive.
    case held(by: [Holder])

    /// It is alive, and the check could not find out why. The value is the reason for this, as a part of a sentence.
    case inconclusive(String)
  }
}

package typealias Verdict = LeakReport.Verdict

extension Verdict: Codable {
  private enum Kind: String, Codable { case deinitialized, late, leaked, held, inconclusive }
  private enum CodingKeys: String, CodingKey { case kind, seconds, path, holders, reason }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .deinitialized: self = .deinitialized
    case .late:
      let seconds = try container.decode(Double.self, forKey: .seconds)
      self = .late(
        after: .nanoseconds((seconds * 1e9).rounded()),
        heldBy: try container.decodeIfPresent([Holder].self, forKey: .holders) ?? [])
    case .leaked: self = .leaked(try container.decode(RetainPath.self, forKey: .path))
    case .held: self = .held(by: try container.decode([Holder].self, forKey: .holders))
    case .inconclusive:
      self = .inconclusive(try container.decode(String.self, forKey: .reason))
    }
  }

  /// Durations are written in seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .deinitialized:
      try container.encode(Kind.deinitialized, forKey: .kind)
    case .late(let duration, let holders):
      try container.encode(Kind.late, forKey: .kind)
      try container.encode(duration / .seconds(1), forKey: .seconds)
      if !holders.isEmpty { try container.encode(holders, forKey: .holders) }
    case .leaked(let path):
      try container.encode(Kind.leaked, forKey: .kind)
      try container.encode(path, forKey: .path)
    case .held(let holders):
      try container.encode(Kind.held, forKey: .kind)
      try container.encode(holders, forKey: .holders)
    case .inconclusive(let reason):
      try container.encode(Kind.inconclusive, forKey: .kind)
      try container.encode(reason, forKey: .reason)
    }
  }
}
