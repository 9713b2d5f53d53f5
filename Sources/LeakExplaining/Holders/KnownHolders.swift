import LeakBase
import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots

/// The holders that are told of a check's objects. Ways of one structure are told alike, so that one explanation does for all of them.
final class KnownHolders: Sendable {
  private let known = VisibleMutex<[WayShape: Holder]>([:])

  /// The holder at the beginning of `path`; of a collection's elements any may stand for the others.
  ///
  /// - Complexity: O(*n*) in the length of the path, where one of its structure is known.
  func holder(of path: RootPath) -> Holder {
    let shape = WayShape(path)
    if let holder = known.withLock({ $0[shape] }) { return holder }
    let holder = Holder(path)
    known.withLock { $0[shape] = holder }
    return holder
  }
}

/// All of a way that is told, without the positions in collections.
private struct WayShape: Hashable {
  private let root: Root
  private let grade: EvidenceGrade
  private let outlivesTest: Bool
  private let types: [UInt32]
  private let labels: [UInt32]
  private let confidences: [Confidence]
  private let functions: [UInt]
  private let variable: LocalVariable?
  private let task: TaskStory?
  /// What memory says of itself, and where that is, and each of the system's objects: these say more of themselves than their types do.
  private let blocks: [DispatchBlock?]
  private let places: [UInt]

  init(_ path: RootPath) {
    let graph = path.snapshot.graph
    root = path.root
    grade = path.grade
    outlivesTest = path.outlivesTest
    types = graph.objects.map(\.type)
    labels = graph.references.map(\.label)
    confidences = graph.references.map(\.confidence)
    functions = graph.references.indices.map { reference in
      graph.function(of: reference).map { path.snapshot.functions[Int($0.rawValue)] } ?? 0
    }
    variable = path.variable
    task = path.task
    blocks = path.blocks
    places = graph.objects.indices.lazy.filter {
      path.blocks[$0] != nil || graph.type(of: $0).visibility == .system
    }.map { path.snapshot.addresses[$0] }
  }
}
