import HeapModel
import HeapReading

/// Finds the cycle that drags an object along: it leads to the object, and the object does not lead back.
enum GarbageCycle {
  /// The nearest cycle through `object` or one of `referrers`, objects that no root reaches, and the way from it to `object`.
  ///
  /// `referrers` are addresses of garbage, which nobody gives back any more.
  static func path(to object: HolderSearch.Subject, among referrers: [UInt]) -> RetainPath? {
    for referrer in [object.witness.address] + referrers {
      guard let look = try? HeapLook(around: candidate(referrer), by: .shared),
        let origin = look.object(at: referrer), look.judgement(of: origin).isProven,
        let cycle = look.evidence.graph.shortestCycle(through: origin),
        let target = look.addresses.firstIndex(of: object.witness.address)
      else { continue }
      let members = look.condensation.components[look.condensation.component(of: origin)].members
      let way = ShortestPaths(from: members, in: look.evidence.graph).path(to: target)
      var path = look.explained(cycle, in: look.evidence.graph).edited
      if members.contains(target) { return path }
      guard
        let approach = RetainPath.Approach(
          along: way, in: look.evidence.graph, of: look.evidence)
      else { continue }
      path.approach = approach
      return path
    }
    return nil
  }

  /// `address` where a live object is there.
  private static func candidate(_ address: UInt) -> [UInt] {
    HeapReader.shared.isObject(at: address) ? [address] : []
  }
}
