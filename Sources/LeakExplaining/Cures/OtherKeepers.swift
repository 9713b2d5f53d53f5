import LeakBase
import LeakDeciding
import LeakHeapModel

/// Whether an object is kept by something of what was read that is not on the way that is told.
final class OtherKeepers: Sendable {
  /// By whom each object is referred to: those of the object `n` are `sources[first[n]..<first[n + 1]]`.
  private struct Referrers {
    var first: [UInt32]
    var sources: [UInt32]
  }

  private let referrers = VisibleMutex<Referrers?>(nil)

  private static let mostObjects = 1000

  /// Whether something from outside keeps an object that leads to `target`, and that the way through the objects at `addresses` does not
  /// lead through. Where more than a thousand objects have to be looked at, the answer is no.
  ///
  /// Words of which the type is not known count where a task has them: it has its own captures so.
  ///
  /// - Complexity: O(*n*) in the number of objects that lead to it, up to a thousand, and of all that was read at the first call.
  func areThere(
    for target: HeapGraph.ObjectID, besides addresses: [UInt], in look: HeapLook
  ) -> Bool {
    let told = Set(addresses)
    let places = look.addresses
    // Evidence that was made up has no addresses.
    func isTold(_ object: HeapGraph.ObjectID) -> Bool {
      places.indices.contains(object) && told.contains(places[object])
    }
    let members = look.condensation.components[look.condensation.component(of: target)].members
    guard members.count < Self.mostObjects else { return false }
    let referrers = referrers.withLock { known in
      let referrers = known ?? Self.referrers(in: look.evidence.graph)
      known = referrers
      return referrers
    }
    var toldComponents: Set<HeapLook.ComponentID> = []
    var next = members
    var seen = Set(next)
    var others: [HeapGraph.ObjectID] = []
    while let object = next.popLast(), seen.count < Self.mostObjects {
      let range = Int(referrers.first[object])..<Int(referrers.first[object + 1])
      for source in referrers.sources[range].lazy.map(Int.init) {
        if isTold(source) {
          toldComponents.insert(look.condensation.component(of: source))
        } else if seen.insert(source).inserted {
          if look.isKeptFromOutside(source) { others.append(source) }
          next.append(source)
        }
      }
    }
    // What is told may keep all that is one with its own objects.
    return others.contains { !toldComponents.contains(look.condensation.component(of: $0)) }
  }

  private static func referrers(in graph: HeapGraph) -> Referrers {
    func isCounted(_ reference: HeapGraph.ReferenceID, of source: HeapGraph.ObjectID) -> Bool {
      graph.kind(of: source) == .task || graph.references[reference].confidence != .conservative
    }
    var first = [UInt32](repeating: 0, count: graph.objects.count + 1)
    for source in graph.objects.indices {
      for reference in graph.references(from: source) where isCounted(reference, of: source) {
        first[graph.target(of: reference) + 1] += 1
      }
    }
    for object in graph.objects.indices { first[object + 1] += first[object] }
    var next = first
    var sources = [UInt32](repeating: 0, count: Int(first[graph.objects.count]))
    for source in graph.objects.indices {
      for reference in graph.references(from: source) where isCounted(reference, of: source) {
        let target = graph.target(of: reference)
        sources[Int(next[target])] = UInt32(source)
        next[target] += 1
      }
    }
    return Referrers(first: first, sources: sources)
  }
}
