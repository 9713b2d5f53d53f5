import HeapModel
import HeapReading
import LeakDeciding

/// Finds the cycle that drags an object along: it leads to the object, and the object does not lead back.
enum GarbageCycle {
  /// The cycles to tell of `object`, which one of `referrers` leads to: those are objects that no root reaches.
  ///
  /// `referrers` are addresses of garbage, which nobody gives back any more.
  static func path(
    to object: ObjectWitness, among referrers: [UInt], labels: ObjectLabels?
  ) -> RetainPath? {
    for referrer in [object.address] + referrers {
      guard let look = try? HeapLook(around: candidate(referrer), by: .shared),
        let origin = look.object(at: referrer), look.judgement(of: origin).isProven,
        let target = look.addresses.firstIndex(of: object.address),
        let path = LookExplainer(look.labelled(by: labels)).path(toLeakAt: target)
      else { continue }
      return path
    }
    return nil
  }

  /// `address` where a live object is there.
  private static func candidate(_ address: UInt) -> [UInt] {
    HeapReader.shared.isObject(at: address) ? [address] : []
  }
}
