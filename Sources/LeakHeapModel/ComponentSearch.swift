/// Tarjan's search for strongly connected components, with a path of its own instead of recursion.
struct ComponentSearch {
  /// An object on the path that the search stands on, and its first reference that was not yet followed.
  private struct Visit {
    var object: HeapGraph.ObjectID
    var next: HeapGraph.ReferenceID
  }

  private static let unvisited = UInt32.max

  private let graph: HeapGraph

  /// When each object was visited first, from 0.
  private var order: [UInt32]

  /// The earliest object, by `order`, that each object is known to reach among the open ones.
  private var earliest: [UInt32]

  /// Whether each object was visited and its component is not complete.
  private var isOpen: [Bool]

  /// The open objects, by `order`.
  private var open: [HeapGraph.ObjectID] = []

  private var path: [Visit] = []
  private var visited: UInt32 = 0

  /// The components that are complete: each comes after those that it refers to.
  private(set) var components: [Component] = []

  init(_ graph: HeapGraph) {
    self.graph = graph
    order = Array(repeating: Self.unvisited, count: graph.objects.count)
    earliest = order
    isOpen = Array(repeating: false, count: graph.objects.count)
  }

  /// Completes the components of `object` and of everything that it reaches. The component of `object` is
  /// the last one, unless it was complete before.
  ///
  /// - Complexity: O(*n*) in the number of objects and references that were not visited before.
  mutating func search(from object: HeapGraph.ObjectID) {
    guard order[object] == Self.unvisited else { return }
    enter(object)
    while let visit = path.last {
      guard visit.next < graph.references(from: visit.object).upperBound else {
        leave(visit.object)
        continue
      }
      path[path.count - 1].next += 1
      let target = graph.target(of: visit.next)
      if order[target] == Self.unvisited {
        enter(target)
      } else if isOpen[target] {
        earliest[visit.object] = min(earliest[visit.object], order[target])
      }
    }
  }

  private mutating func enter(_ object: HeapGraph.ObjectID) {
    order[object] = visited
    earliest[object] = visited
    visited += 1
    isOpen[object] = true
    open.append(object)
    path.append(Visit(object: object, next: graph.references(from: object).lowerBound))
  }

  private mutating func leave(_ object: HeapGraph.ObjectID) {
    path.removeLast()
    if let parent = path.last?.object {
      earliest[parent] = min(earliest[parent], earliest[object])
    }
    if earliest[object] == order[object] { complete(object) }
  }

  /// Closes the component whose first visited member is `object`.
  private mutating func complete(_ object: HeapGraph.ObjectID) {
    var members: [HeapGraph.ObjectID] = []
    while members.last != object {
      let member = open.removeLast()
      isOpen[member] = false
      members.append(member)
    }
    members.sort()
    let refersToItself = graph.references(from: object).contains { graph.target(of: $0) == object }
    components.append(
      Component(members: members, containsCycle: members.count > 1 || refersToItself))
  }
}
