extension RetainPath {
  private enum CodingKeys: String, CodingKey {
    case start, startLabel, steps, suspect, suspectFile, advice, remedy, pattern, references,
      approach, further,
      leavesCycles, probablyLeavesCycles, mayNeedOne, foreignCycles, keptByTasks, closuresOfTasks,
      members,
      fingerprint
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      start: try container.decode(String.self, forKey: .start),
      startLabel: try container.decodeIfPresent(String.self, forKey: .startLabel),
      steps: try container.decode([Step].self, forKey: .steps),
      suspect: try container.decode(Int.self, forKey: .suspect),
      advice: try container.decode(String.self, forKey: .advice),
      remedy: try container.decodeIfPresent(Remedy.self, forKey: .remedy),
      pattern: try container.decodeIfPresent(String.self, forKey: .pattern),
      references: try container.decode([Reference].self, forKey: .references),
      further: try container.decodeIfPresent([RetainPath].self, forKey: .further) ?? [],
      leavesCycles: try container.decodeIfPresent(Bool.self, forKey: .leavesCycles) ?? false,
      probablyLeavesCycles: try container.decodeIfPresent(
        Bool.self, forKey: .probablyLeavesCycles) ?? false,
      members: try container.decodeIfPresent([Members].self, forKey: .members) ?? [],
      approach: try container.decodeIfPresent(Approach.self, forKey: .approach))
    suspectFile = try container.decodeIfPresent(String.self, forKey: .suspectFile)
    keptByTasks = try container.decodeIfPresent([String].self, forKey: .keptByTasks) ?? []
    closuresOfTasks =
      try container.decodeIfPresent([SourceLine].self, forKey: .closuresOfTasks) ?? []
    mayNeedOne = try container.decodeIfPresent(Bool.self, forKey: .mayNeedOne) ?? false
    foreignCycles = try container.decodeIfPresent(Int.self, forKey: .foreignCycles) ?? 0
  }

  /// Writes ``fingerprint`` too; it is computed from the other values and is not read back.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(start, forKey: .start)
    try container.encodeIfPresent(startLabel, forKey: .startLabel)
    try container.encode(steps, forKey: .steps)
    try container.encode(suspect, forKey: .suspect)
    try container.encodeIfPresent(suspectFile, forKey: .suspectFile)
    try container.encode(advice, forKey: .advice)
    try container.encodeIfPresent(remedy, forKey: .remedy)
    try container.encodeIfPresent(pattern, forKey: .pattern)
    try container.encode(references, forKey: .references)
    if !further.isEmpty { try container.encode(further, forKey: .further) }
    if leavesCycles { try container.encode(leavesCycles, forKey: .leavesCycles) }
    if probablyLeavesCycles {
      try container.encode(probablyLeavesCycles, forKey: .probablyLeavesCycles)
    }
    if mayNeedOne { try container.encode(mayNeedOne, forKey: .mayNeedOne) }
    if foreignCycles > 0 { try container.encode(foreignCycles, forKey: .foreignCycles) }
    if !keptByTasks.isEmpty { try container.encode(keptByTasks, forKey: .keptByTasks) }
    if !closuresOfTasks.isEmpty {
      try container.encode(closuresOfTasks, forKey: .closuresOfTasks)
    }
    if !members.isEmpty { try container.encode(members, forKey: .members) }
    try container.encodeIfPresent(approach, forKey: .approach)
    try container.encode(fingerprint, forKey: .fingerprint)
  }
}
