import LeakBase
import LeakDeciding
import LeakHeapModel

/// Whether an object is kept by something of what was read that is not on the way that is told.
final class OtherKeepers: Sendable {
  /// By whom each object is referred to, by its number; made when it is first asked for.
  private let sources = VisibleMutex<[[UInt32]]?>(nil)

  private static let mostObjects = 1000

  /// Whether something from outside keeps an object that leads to `object`, and that the way through the objects at `addresses` does not
  /// lead through.
  ///
  /// Words of which the type is not known count where a task has them: it has its own captures so.
  ///
  /// - Complexity: O(*n*) in the number of objects that lead to it, up to a thousand, and of all that was read at the first call.
  func areThere(
    for object: HeapGraph.ObjectID, besides addresses: [UInt], in look: HeapLook
  ) -> Bool {
    let told = Set(addresses)
    let places = look.addresses
    // Evidence that was made up has no addresses.
    func isTold(_ object: HeapGraph.ObjectID) -> Bool {
      places.indices.contains(object) && told.contains(places[object])
    }
    let own = look.condensation.component(of: object)
    let sources = sources.withLock { known in
      let sources = known ?? Self.sources(in: look.evidence.graph)
      known = sources
      return sources
    }
    var next = look.condensation.components[own].members
    var seen = Set(next)
    while let object = next.popLast(), seen.count < Self.mostObjects {
      for source in sources[object].lazy.map(Int.init)
      where !isTold(source) && seen.insert(source).inserted {
        if look.isKeptFromOutside(source) { return true }
        next.append(source)
      }
    }
    return false
  }

  private static func sources(in graph: HeapGraph) -> [[UInt32]] {
    var sources = [[UInt32]](repeating: [], count: graph.objects.count)
    for source in graph.objects.indices {
      for reference in graph.references(from: source)
      where graph.kind(of: source) == .task
        || graph.references[reference].confidence != .conservative
      {
        sources[graph.target(of: reference)].append(UInt32(source))
      }
    }
    return sources
  }
}
