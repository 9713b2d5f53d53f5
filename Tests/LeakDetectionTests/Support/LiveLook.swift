import LeakHeapReading

@testable import LeakDeciding
@testable import LeakExplaining

extension HeapLook {
  /// One look at the live heap around `object`.
  convenience init(at object: TrackedObject) throws(HeapReadingError) {
    try self.init(around: [object.witness.address], by: .shared)
  }
}

extension Judgement {
  /// What one look at the live heap says of `object`.
  static func look(at object: TrackedObject) throws(HeapReadingError) -> Judgement {
    try HeapLook(at: object).judgement(of: 0)
  }
}
