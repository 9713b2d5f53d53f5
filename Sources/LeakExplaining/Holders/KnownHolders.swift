import LeakBase
import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots

/// The holders that are told of a check's objects. Ways of one structure are told alike, so that one explanation does for all of them.
final class KnownHolders: Sendable {
  private let known = VisibleMutex(Known())

  /// What is known of ways.
  private struct Known {
    var told: [Told] = []
    var shapes: [WayShape: Int] = [:]
    /// The way that was asked about last: thousands in a row have the same.
    var last: (path: RootPath, told: Int)?
  }

  /// What is told of ways of one structure.
  private struct Told {
    let holder: Holder
    /// The holder as it was told of late, with one cycle or another that keeps the objects afterwards.
    var followed: [(cycle: RetainPath?, isOneOfSeveral: Bool, holders: [Holder])] = []
  }

  private static let mostFollowed = 8

  /// The holder at the beginning of `path`; of a collection's elements any may stand for the others.
  ///
  /// - Complexity: O(*n*) in the length of the path, where one of its structure is known.
  func holder(of path: RootPath) -> Holder {
    let told = told(of: path)
    return known.withLock { $0.told[told].holder }
  }

  /// The holder at the beginning of `path`, as the only one of an object. Objects of which the same is told share its storage.
  ///
  /// - Parameters:
  ///   - isOneOfSeveral: Whether something else may keep the object as well.
  ///   - cycle: What keeps the object when the holder has let go of it. It is asked where the holder is sure.
  func holders(
    of path: RootPath, isOneOfSeveral: Bool, afterwards cycle: () -> RetainPath?
  ) -> [Holder] {
    let told = told(of: path)
    let holder = known.withLock { $0.told[told].holder }
    let cycle = holder.isProbable ? nil : cycle()
    let isOneOfSeveral = isOneOfSeveral && !holder.isProbable
    return known.withLock { known in
      let last = known.told[told].followed.first {
        $0.cycle == cycle && $0.isOneOfSeveral == isOneOfSeveral
      }
      if let last { return last.holders }
      let holders = [holder.followed(by: cycle, isOneOfSeveral: isOneOfSeveral)]
      if known.told[told].followed.count == Self.mostFollowed {
        known.told[told].followed.removeFirst()
      }
      known.told[told].followed.append((cycle, isOneOfSeveral, holders))
      return holders
    }
  }

  /// What is told of a way, by its position; made where it is not known.
  private func told(of path: RootPath) -> Int {
    let last = known.withLock { $0.last?.path === path ? $0.last?.told : nil }
    if let last { return last }
    let shape = WayShape(path)
    let made = known.withLock({ $0.shapes[shape] }) == nil ? Holder(path) : nil
    return known.withLock { known in
      if let made, known.shapes[shape] == nil {
        known.shapes[shape] = known.told.count
        known.told.append(Told(holder: made))
      }
      let told = known.shapes[shape] ?? 0
      known.last = (path, told)
      return told
    }
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
  /// What memory says of itself, and which objects are the blocks of work items.
  private let blocks: [DispatchBlock?]
  private let workItems: [HeapGraph.ObjectID]
  /// Where the objects are that say more than their types do.
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
    blocks = path.blocks.map { $0?.told(after: path.beginning) }
    workItems = path.workItems
    places = graph.objects.indices.lazy.filter(path.isTelling).map { path.snapshot.addresses[$0] }
  }
}
