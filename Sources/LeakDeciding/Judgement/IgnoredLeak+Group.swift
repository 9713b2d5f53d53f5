extension [IgnoredLeak] {
  /// Whether the leak of `group` is not to be reported.
  func cover(_ group: SurvivorGroup) -> Bool {
    group.memberCounts.keys.contains(where: cover)
  }

  /// Whether all leaks of the type with the name `type`, which has its module, are not to be reported.
  package func cover(_ type: String) -> Bool { contains { $0.covers(type) } }
}
