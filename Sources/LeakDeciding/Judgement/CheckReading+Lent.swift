import LeakHeapModel
import LeakHeapReading

extension CheckReading {
  /// Forgets those of the others that only lenders keep: it is no leak, however long it is waited for.
  func dropLent(by check: CheckedObjects) {
    guard !check.lenders.isEmpty, !check.notesLateOthers, let others = check.others,
      case .success(let look) = look, !look.evidence.hasChanged
    else { return }
    let isOnlyLent = look.isOnlyLent(
      by: Set(check.lenders.compactMap(look.object(at:)).map(look.condensation.component)))
    others.drop(
      at: Set(
        objects.dropFirst(namedCount).lazy.map(\.address).filter { address in
          look.object(at: address).map { isOnlyLent[look.condensation.component(of: $0)] } ?? false
        }))
  }

  /// Forgets what only lenders keep where there were too many objects for the first look. All that they reach is read.
  static func dropLentOfMany(in checks: [CheckedObjects], by reader: HeapReader) {
    let asked = checks.filter { check in
      !check.lenders.isEmpty && !check.notesLateOthers && check.othersRemain
        && check.others?.count ?? 0 > mostOthersLookedAt
    }
    if asked.isEmpty { return }
    for (check, reading) in zip(asked, lookAround(asked, by: reader)) {
      reading.dropLent(by: check)
    }
  }
}
