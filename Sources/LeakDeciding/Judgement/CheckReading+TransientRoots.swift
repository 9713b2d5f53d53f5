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

  /// Forgets what only transient roots keep, where the first look did not read enough to say so: too many objects, or a collection
  /// of too many. All that they reach is read.
  static func dropTransientlyRetained(in checks: [CheckedObjects], by reader: HeapReader) {
    let asked = checks.filter { check in
      !check.transientRoots.isEmpty && !check.notesLateOthers && check.othersRemain
    }
    if asked.isEmpty { return }
    for (check, reading) in zip(asked, lookAround(asked, by: reader)) {
      reading.dropTransientlyRetained(by: check)
    }
  }
}
