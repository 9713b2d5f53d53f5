import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots

/// Finds out what holds objects of which only is known that something does.
///
/// It looks at the whole process, and so only when something survived.
package enum HolderSearch {
  /// An object of which is asked what holds it.
  struct Subject {
    var witness: ObjectWitness
    private let name: () -> String

    init(witness: ObjectWitness, typeName: @autoclosure @escaping () -> String) {
      self.witness = witness
      name = typeName
    }

    /// The name of its type, with its module. It is made when it is asked for: of thousands of objects nobody does.
    var typeName: String { name() }
  }

  /// What holds each of `objects` that is alive, for those of which it can be told.
  static func holders(of objects: [TrackedObject]) -> [[Holder]] {
    HeapReader.shared.holders(of: objects.map(\.witness)).answers.map { answer in
      guard case .held(let path) = answer else { return [] }
      return [Holder(path)]
    }
  }

  /// How many of `objects` a search alone would say are held, and how many possibly held: without their counts.
  package static func counts(of objects: [TrackedObject]) -> (sure: Int, possible: Int) {
    let holders = holders(of: objects).flatMap(\.self)
    let sure = holders.count { !$0.isProbable }
    return (sure, holders.count - sure)
  }

  /// The verdict on an object that is `held`, with the holders that were not known before. One that no root reaches is
  /// not held but leaked: by a cycle that leads to it, or by a retain that was never given back.
  ///
  /// - Parameters:
  ///   - references: How many references come from outside to what the object forms cycles with. Others may come from objects that were
  ///     read.
  ///   - cycle: What keeps the object when a holder that is known has let go of it.
  static func verdict(
    on object: Subject, held holders: @autoclosure () -> [Holder], references: Int,
    after answer: RootAnswer,
    by explainer: LookExplainer, then cycle: @autoclosure () -> RetainPath?
  ) -> Verdict {
    switch answer {
    case .held(let path):
      let holder = explainer.knownHolders.holder(of: path)
      // What has not returned can have several references of its own.
      let isUnfinished = holder.place?.kind.isUnfinished == true
      let isOneOfSeveral =
        references > 1 && !isUnfinished
        || !holder.isProbable
          && explainer.look.object(at: object.witness.address).map {
            explainer.otherKeepers.areThere(
              for: $0, besides: path.snapshot.addresses, in: explainer.look)
          } ?? false
      return .held(
        by: explainer.knownHolders.holders(
          of: path, isOneOfSeveral: isOneOfSeveral, afterwards: cycle))
    case .unknown(let reason): return .held(by: holders() + [.unsearched(reason)])
    case .gone, .along: return .inconclusive(Judgement.changingGraph)
    case .unreached(let referrers):
      if let path = GarbageCycle.path(to: object.witness, among: referrers, by: explainer) {
        return .leaked(path)
      }
      return GarbageCycle.hasLostRetain(object.witness, among: referrers, by: explainer)
        ? .leaked(RetainPath(lostRetainsOf: object.typeName, then: cycle()))
        : .inconclusive(Judgement.changingGraph)
    case .lost(let path):
      return .leaked(RetainPath(lostRetainsOf: object.typeName, path, then: cycle()))
    }
  }
}
