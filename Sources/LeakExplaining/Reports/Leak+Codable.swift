import LeakDeciding

extension Leak: Codable {
  private enum CodingKeys: String, CodingKey {
    case typeName, label, also, count, causes, verdict, location, retained, created
    case suspect, pattern, libraryLeak, fingerprint
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      typeName: try container.decode(String.self, forKey: .typeName),
      label: try container.decodeIfPresent(String.self, forKey: .label),
      also: try container.decodeIfPresent([Subject].self, forKey: .also) ?? [],
      count: try container.decode(Int.self, forKey: .count),
      verdict: try container.decode(Verdict.self, forKey: .verdict),
      location: try container.decodeIfPresent(CodeLocation.self, forKey: .location) ?? .unknown,
      retained: try container.decodeIfPresent(LeakSize.self, forKey: .retained),
      created: try container.decodeIfPresent(AllocationSite.self, forKey: .created))
    causes = try container.decodeIfPresent(Int.self, forKey: .causes) ?? 1
  }

  /// Writes ``suspect``, ``pattern``, the known leak of a library, and ``fingerprint`` too; they are computed and are not read back.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(typeName, forKey: .typeName)
    try container.encodeIfPresent(label, forKey: .label)
    if !also.isEmpty { try container.encode(also, forKey: .also) }
    try container.encode(count, forKey: .count)
    if causes > 1 { try container.encode(causes, forKey: .causes) }
    try container.encode(verdict, forKey: .verdict)
    if location != .unknown { try container.encode(location, forKey: .location) }
    try container.encodeIfPresent(retained, forKey: .retained)
    try container.encodeIfPresent(created, forKey: .created)
    try container.encodeIfPresent(suspect, forKey: .suspect)
    try container.encodeIfPresent(pattern, forKey: .pattern)
    try container.encodeIfPresent(libraryLeak, forKey: .libraryLeak)
    try container.encode(fingerprint, forKey: .fingerprint)
  }
}
