import LeakHeapModel
import LeakHeapReading

extension CheckReading {
  /// Forgets those of the others that variables keep. That takes a search of the process, which is spared where a look alone says
  /// that it has nothing to find: where all is proven to be leaked, or is nobody's leak whatever keeps it.
  static func dropKept(from checks: [CheckedObjects], by reader: HeapReader) {
    var asked = checks.filter { !$0.notesCaches && $0.others?.count ?? 0 > 0 }
    if asked.isEmpty { return }
    // What variables keep by the dozen need not be understood.
    if asked.reduce(0, { $0 + ($1.others?.count ?? 0) }) <= mostOthersLookedAt {
      let readings = lookAround(asked, by: reader, limits: .ofFirstLook, groups: true)
      asked = zip(asked, readings).filter { $1.mayHaveKept }.map(\.0)
    }
    KeptObjects.settle(in: asked, by: reader)
  }

  /// Whether it matters what keeps one of those that nobody named, and the look does not tell it.
  private var mayHaveKept: Bool {
    guard case .success = look else { return true }
    return groups.contains { $0.mayBeReported && !$0.judgement.isProven }
  }
}
