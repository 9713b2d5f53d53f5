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
    look(around: object, among: referrers, by: explainer).flatMap { garbage, target in
      guard var path = garbage.path(toLeakAt: target) else { return nil }
      if let further = garbage.furtherPath(toLeakAt: target) {
        path.tell(further, ofLeakAt: garbage.evidence.graph.typeName(of: target).short)
      }
      return path
    }
  }

  /// The heap around `object` and `referrers`, where that proves it to be garbage, and the object there.
  static func look(
    around object: ObjectWitness, among referrers: [UInt], by explainer: LookExplainer
  ) -> (LookExplainer, HeapGraph.ObjectID)? {
    read(around: object, among: referrers, by: explainer).flatMap { garbage, target in
      garbage.look.judgement(of: target).isProven ? (garbage, target) : nil
    }
  }

  /// Whether `object`, to which no root leads, or what keeps it, has a retain that none of the references among it and `referrers` is,
  /// all of which could be read.
  static func hasLostRetain(
    _ object: ObjectWitness, among referrers: [UInt], by explainer: LookExplainer
  ) -> Bool {
    guard let (garbage, target) = read(around: object, among: referrers, by: explainer),
      case .held(let count, unread: let unread) = garbage.look.judgement(of: target)
    else { return false }
    return count > 0 && unread.isEmpty
  }

  /// The heap around `object` and `referrers`, and the object there.
  private static func read(
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
    guard let garbage else { return nil }
    return garbage.look.object(at: object.address).map { (garbage, $0) }
  }
}

extension HeapLook {
  /// Whether the heap around the object was read.
  fileprivate func has(_ object: ObjectWitness) -> Bool { self.object(at: object.address) != nil }
}
