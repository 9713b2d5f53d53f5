import LeakHeapModel
import LeakHeapReading

extension CheckReading {
  /// Forgets those of the others that only transient roots keep: it is no leak, however long it is waited for.
  func dropTransientlyRetained(by check: CheckedObjects) {
    guard !check.transientRoots.isEmpty, !check.notesLateOthers, let others = check.others,
      case .success(let look) = look, look.evidence.changes.isEmpty
    else { return }
    let isOnlyRetained = look.isOnlyRetained(
      by: Set(check.transientRoots.compactMap(look.object(at:)).map(look.condensation.component)))
    others.drop(
      at: Set(
        objects.dropFirst(namedCount).lazy.map(\.address).filter { address in
          look.object(at: address).map { isOnlyRetained[look.condensation.component(of: $0)] }
            ?? false
        }))
  }

  /// Forgets what only transient roots keep where there were too many objects for the first look. All that they reach is read.
  static func dropTransientlyRetainedOfMany(in checks: [CheckedObjects], by reader: HeapReader) {
    let asked = checks.filter { check in
      !check.transientRoots.isEmpty && !check.notesLateOthers && check.othersRemain
        && check.others?.count ?? 0 > mostOthersLookedAt
    }
    if asked.isEmpty { return }
    for (check, reading) in zip(asked, lookAround(asked, by: reader)) {
      reading.dropTransientlyRetained(by: check)
    }
  }
}
