import LeakHeapReading

/// The objects that a variable keeps which outlives the test: a global, a static, a lazily made cache. That is what those are
/// there for, so it is no leak, as long as they do.
enum KeptObjects {
  /// Lets the checks wait no longer for what is kept so, of the objects that nobody named. They are told of only where that
  /// was asked for. Otherwise the check forgets them, and who looks at the end of several tests takes them over.
  static func settle(in checks: [CheckedObjects], by reader: HeapReader) {
    let targets = checks.map { $0.others?.maskedAddresses() ?? [] }
    let all = targets.flatMap(\.self)
    guard !all.isEmpty, let kept = reader.kept(among: all) else { return }
    var rest = kept[...]
    for (check, targets) in zip(checks, targets) {
      let own = Array(rest.prefix(targets.count))
      rest = rest.dropFirst(targets.count)
      if check.notesCaches {
        check.others?.settle(own)
      } else if let noteKept = check.noteKept {
        check.others?.take(own).map(noteKept)
      } else {
        check.others?.drop(own)
      }
    }
  }
}
