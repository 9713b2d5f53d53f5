import LeakDeciding
import LeakHeapReading
import LeakHeapRecording

/// What variables kept at the ends of tests: no leak then, and one when a cycle keeps it that no variable leads to any more.
struct KeptSurvivors: Sendable {
  /// What one test left.
  struct Entry: Sendable {
    let objects: Survivors
    /// What a report calls the test.
    let label: ScopeLabel
    /// What the test does not report.
    let ignored: [IgnoredLeak]
  }

  private(set) var entries: [Entry] = []

  /// How many entries there are when those are looked for of which nothing is left.
  private var limit = 64

  /// Adds an entry, and returns those of which nothing is left: their memory is given back where no lock is held.
  mutating func add(_ entry: Entry) -> [Entry] {
    entries.append(entry)
    if entries.count < limit { return [] }
    let isThere = entries.map { $0.objects.count > 0 }
    let gone = zip(entries, isThere).filter { !$1 }.map(\.0)
    entries = zip(entries, isThere).filter(\.1).map(\.0)
    limit = max(limit, entries.count * 2)
    return gone
  }
}

extension [KeptSurvivors.Entry] {
  /// Forgets what variables still keep, where it is too much to be looked at.
  func dropKept(by reader: HeapReader) {
    let targets = map { $0.objects.maskedAddresses() }
    let all = targets.flatMap(\.self)
    guard all.count > CheckReading.mostOthersLookedAt, let kept = reader.kept(among: all) else {
      return
    }
    var rest = kept[...]
    for (entry, targets) in zip(self, targets) {
      entry.objects.drop([UInt8](rest.prefix(targets.count)))
      rest = rest.dropFirst(targets.count)
    }
  }
}
