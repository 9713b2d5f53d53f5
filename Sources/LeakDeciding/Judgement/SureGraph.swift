import LeakBase
import LeakHeapModel
import LeakHeapReading

/// A graph without its references of unknown type, made when it is first asked for and shared by all who ask.
package final class SureGraph: Sendable {
  private let graph = VisibleMutex<HeapGraph?>(nil)

  /// The references of `whole`, which is the same in each call, that are sure.
  package func value(of whole: HeapGraph) -> HeapGraph {
    graph.withLock { graph in
      let sure = graph ?? whole.withoutConservativeReferences() ?? whole
      graph = sure
      return sure
    }
  }
}
