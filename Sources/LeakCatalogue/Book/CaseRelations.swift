/// Which cases have to do with one another: by the patterns that their reports name, and by their place in a chapter.
struct CaseRelations: Sendable {
  private let ids: [String]
  private let patterns: [String: Set<String>]
  private let named: [String: Set<String>]
  private let chapters: [String: String]

  init(_ entries: [SelectedCase]) {
    ids = entries.map { $0.type.id }
    var patterns: [String: Set<String>] = [:]
    var named: [String: Set<String>] = [:]
    var chapters: [String: String] = [:]
    for entry in entries {
      let id = entry.type.id
      chapters[id] = entry.chapter
      for variant in entry.variants {
        for match in variant.expectation.text.matches(
          of: /pattern (\S+) \(swift run leakcases show (\S+)\)/)
        {
          patterns[id, default: []].insert(String(match.1))
          named[id, default: []].insert(String(match.2))
        }
      }
    }
    self.patterns = patterns
    self.named = named
    self.chapters = chapters
  }

  /// The ids of up to `limit` cases: those that its reports name, those beside it in its chapter, and those whose reports
  /// name the same patterns, in reading order.
  func related(to id: String, limit: Int = 6) -> [String] {
    guard let index = ids.firstIndex(of: id) else { return [] }
    let beside = [index - 1, index + 1].filter(ids.indices.contains).map { ids[$0] }
      .filter { chapters[$0] == chapters[id] }
    let own = patterns[id] ?? []
    let alike = ids.filter { !(patterns[$0] ?? []).isDisjoint(with: own) }
    var related: [String] = []
    for other in ids.filter((named[id] ?? []).contains) + beside + alike
    where other != id && !related.contains(other) {
      related.append(other)
    }
    return related.prefix(limit).sorted { ids.firstIndex(of: $0)! < ids.firstIndex(of: $1)! }
  }
}
