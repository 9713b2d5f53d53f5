import LeakHeapModel
import LeakHeapReading
import LeakHeapRecording
import LeakHeapRoots

extension CheckReading {
  /// Whether what holds an object is work that the initializer of a variable has begun: it is there for as long as the process is.
  ///
  /// A task tells that itself, unless it is detached. Otherwise the work's closure does: an initializer has made what was recorded of the
  /// closure's context, in this check or before. A closure that captures one object alone has that in place of a context, which somebody
  /// else may have captured as well: then the closure must be of the function that has made the object.
  ///
  /// - Complexity: O(*n*) in the number of records.
  package func isInitializers(_ path: RootPath) -> Bool {
    let graph = path.snapshot.graph
    let addresses = path.snapshot.addresses
    if path.task != nil, let task = addresses.first, graph.type(of: 0).kind == .task,
      AllocationRecorder.isInitializers(taskAt: task)
    {
      return true
    }
    let closures = path.closures
    let steps = addresses.indices.dropFirst(closures.first?.context ?? 0).prefix(Self.mostSteps)
    let made = AllocationRecorder.initializersObjects(at: steps.map { addresses[$0] })
    if made.isEmpty { return false }
    // Masked: memory that had them must not look as if it had the objects.
    let all = Set(steps.lazy.map { addresses[$0].masked })
    let own = Set(recorded.lazy.map(\.witness.address.masked).filter(all.contains))
    // Contexts of a library's thunks are not recorded.
    let context = steps.first {
      made[addresses[$0].masked] != nil || own.contains(addresses[$0].masked)
    }
    guard let context, let object = made[addresses[context].masked] else { return false }
    return graph.type(of: context).kind != .instance
      || closures.last { $0.context <= context }.map {
        object.isMade(byFunctionOfClosureAt: $0.code)
      } ?? false
  }

  /// The context is near the beginning of the path, which may be long.
  private static let mostSteps = 64

  /// Whether an initializer has made the object at `position`, or a task that one has begun.
  package func isInitializers(at position: Int) -> Bool {
    position >= namedCount && recorded[position - namedCount].isInitializers
  }
}

extension RootPath {
  /// The code of each closure on the path, and the position of its context.
  fileprivate var closures: [(code: UInt, context: Int)] {
    let graph = snapshot.graph
    let stored = graph.objects.indices.flatMap { object in
      graph.references(from: object).lazy.compactMap(graph.function(of:))
        .map { (self.snapshot.code(of: $0), object + 1) }
    }
    guard case .running(_, let code, _, _) = root else { return stored }
    return [(code, 0)] + stored
  }
}
