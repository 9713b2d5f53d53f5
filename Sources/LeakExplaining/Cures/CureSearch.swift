import LeakHeapModel

/// The search for the fewest places in the source that must be changed for the objects of a component to go.
///
/// Of every cycle one place must be changed. So one cycle is taken, each of its places is tried, and what is left is searched with
/// one place less to change. Cycles that share no place need one each, which ends most tries early.
struct CureSearch {
  let places: CutPlaces
  /// What is no worse than this may be changed.
  let worst: SuspectChoice.Rank
  /// The steps of a cycle.
  let steps: (ReferenceCycle) -> [RetainPath.Cut]
  /// How many times the members may still be gone through.
  private var budget: Int

  /// Whether there is too much to try.
  var isOver: Bool { budget <= 0 }

  /// The members are gone through so often that they, and their references, are looked at this many times.
  private static let mostWork = 100_000

  init(
    places: CutPlaces, worst: SuspectChoice.Rank,
    steps: @escaping (ReferenceCycle) -> [RetainPath.Cut]
  ) {
    self.places = places
    self.worst = worst
    self.steps = steps
    budget = Self.mostWork / max(places.size, 1)
  }

  /// The smallest set of places whose change lets all members go, besides those that are changed anyway; of several of one size
  /// one that has the best place for the first cycle. `nil` where it has no fewer than `count`, or where the search ``isOver``.
  ///
  /// - Complexity: O(*w*), a constant of ``mostWork``.
  mutating func cure(
    besides changed: Set<CutPlaces.Place>, smallerThan count: Int
  ) -> [CutPlaces.Place]? {
    for size in 1..<count {
      if let cure = cure(besides: changed, atMost: size) { return cure }
      if isOver { return nil }
    }
    return nil
  }

  private mutating func cure(
    besides changed: Set<CutPlaces.Place>, atMost size: Int
  ) -> [CutPlaces.Place]? {
    budget -= 1
    guard budget > 0 else { return nil }
    guard let cycle = places.remainder(without: changed).cycle else { return [] }
    guard size > 0, needsNoMore(than: size, besides: changed) else { return nil }
    for cut in allowed(on: cycle).sorted(by: { $0.rank < $1.rank }) {
      let place = places.place(of: cut.reference)
      if let rest = cure(besides: changed.union([place]), atMost: size - 1) {
        return [place] + rest
      }
    }
    return nil
  }

  /// Whether there are no more than `size` cycles of which no two share a place.
  private mutating func needsNoMore(than size: Int, besides changed: Set<CutPlaces.Place>) -> Bool {
    var changed = changed
    for _ in 0...size {
      budget -= 1
      guard budget > 0, let cycle = places.remainder(without: changed).cycle else { return true }
      changed.formUnion(allowed(on: cycle).map { places.place(of: $0.reference) })
    }
    return false
  }

  private func allowed(on cycle: ReferenceCycle) -> [RetainPath.Cut] {
    steps(cycle).filter { $0.rank <= worst && places.isPrograms($0.reference) }
  }
}
