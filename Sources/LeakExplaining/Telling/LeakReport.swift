import LeakDeciding

/// What was found about the objects of one check.
public struct LeakReport: Sendable, Hashable {
  /// The version of the JSON form, which is this type's `Codable` form.
  public static let schemaVersion = 1

  /// The objects that did not go in time, in the order in which they were tracked.
  public var leaks: [Leak]

  /// The named objects that went in time, but only after they were first looked at: by how much, and what held them until then.
  /// The others that did, where the check was asked for them.
  public var late: [Leak]

  /// Creates a report of what stayed and of what went late.
  public init(leaks: [Leak], late: [Leak] = []) {
    self.leaks = leaks
    self.late = late
  }
}

extension LeakReport {
  /// The report on `objects`, whose verdicts stand in the same order. Objects of one cause are counted
  /// together.
  package init(on objects: [TrackedObject], verdicts: [Verdict]) {
    self.init(on: objects, verdicts: verdicts) { _ in nil }
  }

  /// The report on `objects`, as above. `retained` tells what would go with an object, where that is known.
  init(
    on objects: [TrackedObject], verdicts: [Verdict],
    retained: (TrackedObject) -> RetainedObjects?
  ) {
    var leaks = LeakTally()
    var late = LeakTally()
    for (object, verdict) in zip(objects, verdicts) where verdict != .deinitialized {
      var leak = Leak(object, verdict: verdict)
      leak.retained = retained(object)
      if case .late = verdict { late.add(leak) } else { leaks.add(leak) }
    }
    self.init(leaks: leaks.leaks, late: late.leaks)
  }
}

extension Leak {
  /// The finding that `verdict` is on `object`.
  package init(_ object: TrackedObject, verdict: Verdict) {
    self.init(
      typeName: object.typeName, label: object.label, verdict: verdict, location: object.location)
  }
}

extension LeakReport: CustomStringConvertible {
  /// Every finding as a person reads it, with an empty line between two.
  public var description: String {
    let findings = leaks.isEmpty ? ["No leaks."] : leaks.map(\.description)
    return (findings + late.map(\.description)).joined(separator: "\n\n")
  }
}

extension LeakReport: Codable {
  private enum CodingKeys: String, CodingKey { case schemaVersion, leaks, late }

  /// - Throws: `DecodingError.dataCorrupted` for a report of another schema version.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .schemaVersion)
    guard version == Self.schemaVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .schemaVersion, in: container,
        debugDescription:
          "the report has schema version \(version), and only \(Self.schemaVersion) can be read")
    }
    self.init(
      leaks: try container.decode([Leak].self, forKey: .leaks),
      late: try container.decodeIfPresent([Leak].self, forKey: .late) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.schemaVersion, forKey: .schemaVersion)
    try container.encode(leaks, forKey: .leaks)
    if !late.isEmpty { try container.encode(late, forKey: .late) }
  }
}
