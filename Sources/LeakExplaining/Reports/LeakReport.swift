import LeakDeciding

/// The findings about the objects of one check.
public struct LeakReport: Sendable, Hashable {
  /// The version of the JSON form, which is this type's `Codable` form.
  public static let schemaVersion = 1

  /// The objects that were not deinitialized in time, in the order in which they were tracked.
  public package(set) var leaks: [Leak]

  /// Unnamed objects that a library of the toolchain has leaked: the program itself has done nothing wrong.
  public package(set) var ofLibraries: [Leak]

  /// The named objects that were deinitialized in time, but after the first look: with the delay, and what held them meanwhile.
  /// Other late objects are included if the check was asked for them.
  public package(set) var late: [Leak]

  /// Creates a report of what stayed and of what went late.
  package init(leaks: [Leak], ofLibraries: [Leak] = [], late: [Leak] = []) {
    self.leaks = leaks
    self.ofLibraries = ofLibraries
    self.late = late
  }
}

extension LeakReport: CustomStringConvertible {
  /// All findings as readable text, separated by empty lines.
  public var description: String {
    let findings = leaks.isEmpty ? ["No leaks."] : leaks.map(\.description)
    return (findings + ofLibraries.map(\.description) + late.map(\.description)).joined(
      separator: "\n\n")
  }
}

extension LeakReport: Codable {
  private enum CodingKeys: String, CodingKey { case schemaVersion, leaks, ofLibraries, late }

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
      ofLibraries: try container.decodeIfPresent([Leak].self, forKey: .ofLibraries) ?? [],
      late: try container.decodeIfPresent([Leak].self, forKey: .late) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.schemaVersion, forKey: .schemaVersion)
    try container.encode(leaks, forKey: .leaks)
    if !ofLibraries.isEmpty { try container.encode(ofLibraries, forKey: .ofLibraries) }
    if !late.isEmpty { try container.encode(late, forKey: .late) }
  }
}
