import LeakDeciding
import LeakHeapModel
import LeakHeapReading

/// Finds the cycle that drags an object along: it leads to the object, and the object does not lead back.
enum GarbageCycle {
  /// The cycles to tell of `object`, which one of `referrers` leads to: those are objects that no root reaches.
  ///
  /// `referrers` are addresses of garbage, which nobody gives back any more. The heap around them is read once for all objects that
  /// have the same.
  static func path(
    to object: ObjectWitness, among referrers: [UInt], by explainer: LookExplainer
  ) -> RetainPath? {
    look(around: object, among: referrers, by: explainer).flatMap {
      $0.path(toLeakAt: $1)
    }
  }

  /// The heap around `object` and `referrers`, where that proves it to be garbage, and the object there.
  static func look(
    around object: ObjectWitness, among referrers: [UInt], by explainer: LookExplainer
  ) -> (LookExplainer, HeapGraph.ObjectID)? {
    let garbage = explainer.garbage.withLock { known -> LookExplainer? in
      if let known, known.referrers == referrers, known.explainer.look.has(object) {
        return known.explainer
      }
      let addresses = ([object.address] + referrers).filter(HeapReader.shared.isObject)
      guard let look = try? HeapLook(around: addresses, by: .shared) else { return nil }
      let found = LookExplainer(look.labelled(by: explainer.evidence.labels))
      known = (referrers, found)
      return found
    }
    guard let garbage, let target = garbage.look.object(at: object.address),
      garbage.look.judgement(of: target).isProven
    else { return nil }
    return (garbage, target)
  }
}

extension HeapLook {
  /// Whether the heap around the object was read.
  fileprivate func has(_ object: ObjectWitness) -> Bool { self.object(at: object.address) != nil }
}
