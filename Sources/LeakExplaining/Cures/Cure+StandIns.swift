import LeakHeapModel

extension Cure {
  /// How many objects and references are gone through, at most, to find out whether other changes would do as well.
  private static let mostForStandIns = 100_000

  /// Finds what may be changed instead of each cut of which nothing tells that it is the one to change: all objects go whichever of
  /// these a person takes for each.
  mutating func findStandIns() {
    guard isWhole else { return }
    for index in cuts.indices where cuts[index].context.hasAlternatives {
      for place in alternatives(to: cuts[index]) where does(place, insteadOf: index) {
        choices[index].append([place])
      }
    }
    guard cuts.count > 1 else { return }
    let isOneEnough = choices.contains { choices in
      choices.dropFirst().contains {
        places.remainder(without: ignored.union($0)).cyclicComponent == nil
      }
    }
    // What is told to be changed instead of a closure's capture may be on all cycles.
    mayNeedOne = isOneEnough || cuts.contains { !$0.context.otherOwner.isEmpty }
  }

  /// The cycle, cut at the same step, without those alternatives that would leave cycles: of several cycles that share a reference,
  /// this one may be the only one that is on all. `explanation` takes each for one.
  func withStandIns(_ explanation: RetainPath.Explanation) -> RetainPath.Explanation {
    guard explanation.context.hasAlternatives else { return explanation }
    let own = places.place(of: explanation.cut)
    let index = isWhole ? choices.firstIndex { $0[0].contains(own) } : nil
    // Another cycle than the one that is told of the cut may be told of one of its objects.
    let does = alternatives(to: explanation).filter { place in
      index.map { choices[$0].contains([place]) || self.does(place, insteadOf: $0) } ?? false
    }
    func isStandIn(_ reference: HeapGraph.ReferenceID) -> Bool {
      let place = places.place(of: reference)
      return place == own || does.contains(place)
    }
    if cuts(of: explanation).allSatisfy({ isStandIn($0.reference) }) { return explanation }
    return explainer.explained(
      explanation.cycle, in: graph, at: places, cutting: explanation.context.index,
      orElse: isStandIn)
  }

  /// The places of the steps of the cycle that may as well be the one to change.
  private func alternatives(to explanation: RetainPath.Explanation) -> [CutPlaces.Place] {
    let ranks = explanation.context.ranksOfAlternatives
    var known: Set<CutPlaces.Place> = [places.place(of: explanation.cut)]
    return cuts(of: explanation).filter { ranks.contains($0.rank) }
      .map { places.place(of: $0.reference) }.filter { known.insert($0).inserted }
  }

  /// The steps of an explained cycle, of each kind the first.
  private func cuts(of explanation: RetainPath.Explanation) -> [RetainPath.Cut] {
    RetainPath.cutsOfEachKind(of: explanation, in: graph, of: explainer.evidence)
  }

  /// Whether the change of `place` does instead of the cut with this index, whatever is changed for the others.
  private func does(_ place: CutPlaces.Place, insteadOf index: Int) -> Bool {
    var changed = [ignored.union([place])]
    for (other, choices) in choices.enumerated() where other != index {
      changed = changed.flatMap { changed in choices.map(changed.union) }
      if changed.count * places.size > Self.mostForStandIns { return false }
    }
    return changed.allSatisfy { places.remainder(without: $0).cyclicComponent == nil }
  }
}
