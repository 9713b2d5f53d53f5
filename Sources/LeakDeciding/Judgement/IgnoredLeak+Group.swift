extension [IgnoredLeak] {
  /// Whether the leak of `group` is not to be reported.
  func cover(_ group: SurvivorGroup) -> Bool {
    contains { ignored in group.memberCounts.keys.contains { ignored.covers($0) } }
  }
}
