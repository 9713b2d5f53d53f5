/// The search for immediate dominators.
///
/// Source: T. Lengauer, R. E. Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), the
/// simple version. Objects are named by their depth-first number here; all ways are followed without
/// recursion.
struct DominatorSearch {
  private typealias Number = Int

  private static let none = -1

  private let graph: HeapGraph

  /// The depth-first number of each object, and the object of each number.
  private var numbers: [Number]
  private var objects: [HeapGraph.ObjectID] = []

  /// Where each object was found from, by number, as all that follows.
  private var parents: [Number] = []
  private var semidominators: [Number] = []
  private var dominators: [Number] = []

  /// The forest of the objects that are done: each one's ancestor, and the one with the least
  /// semidominator on the way there.
  private var ancestors: [Number] = []
  private var labels: [Number] = []

  /// The objects whose semidominator this is, as linked lists.
  private var firstInBucket: [Number] = []
  private var nextInBucket: [Number] = []

  init(_ graph: HeapGraph) {
    self.graph = graph
    numbers = Array(repeating: Self.none, count: graph.objects.count)
  }

  mutating func tree() -> DominatorTree {
    numberObjects()
    findSemidominators()
    for number in objects.indices.dropFirst()
    where dominators[number] != semidominators[number] {
      dominators[number] = dominators[dominators[number]]
    }
    return summary()
  }

  /// Numbers the objects that object 0 reaches, depth first.
  private mutating func numberObjects() {
    guard !graph.objects.isEmpty else { return }
    var path: [(number: Number, rest: Range<HeapGraph.ReferenceID>)] = []
    func enter(_ object: HeapGraph.ObjectID, from parent: Number) {
      numbers[object] = objects.count
      path.append((objects.count, graph.references(from: object)))
      objects.append(object)
      parents.append(parent)
    }
    enter(0, from: Self.none)
    while let last = path.last {
      guard let reference = last.rest.first else {
        path.removeLast()
        continue
      }
      path[path.count - 1].rest.removeFirst()
      let target = graph.target(of: reference)
      if numbers[target] == Self.none { enter(target, from: last.number) }
    }
    semidominators = Array(objects.indices)
    labels = semidominators
    dominators = Array(repeating: Self.none, count: objects.count)
    ancestors = dominators
    firstInBucket = dominators
    nextInBucket = dominators
  }

  /// Finds each object's semidominator, and its dominator or one that has the same.
  private mutating func findSemidominators() {
    let (first, sources) = incomingReferences()
    for number in objects.indices.dropFirst().reversed() {
      for source in sources[first[number]..<first[number + 1]] {
        semidominators[number] = min(semidominators[number], semidominators[least(source)])
      }
      let semidominator = semidominators[number]
      nextInBucket[number] = firstInBucket[semidominator]
      firstInBucket[semidominator] = number
      let parent = parents[number]
      ancestors[number] = parent
      emptyBucket(of: parent)
    }
  }

  private mutating func emptyBucket(of parent: Number) {
    var member = firstInBucket[parent]
    while member != Self.none {
      let least = least(member)
      dominators[member] = semidominators[least] < semidominators[member] ? least : parent
      member = nextInBucket[member]
    }
    firstInBucket[parent] = Self.none
  }

  /// The object with the least semidominator on the way from `number` up to, but without, its root in the
  /// forest; the way is shortened.
  private mutating func least(_ number: Number) -> Number {
    if ancestors[number] == Self.none { return number }
    var way: [Number] = []
    var current = number
    while ancestors[ancestors[current]] != Self.none {
      way.append(current)
      current = ancestors[current]
    }
    for member in way.reversed() {
      let ancestor = ancestors[member]
      if semidominators[labels[ancestor]] < semidominators[labels[member]] {
        labels[member] = labels[ancestor]
      }
      ancestors[member] = ancestors[ancestor]
    }
    return labels[number]
  }

  /// The numbers of the objects that refer to each, and where each one's begin.
  private func incomingReferences() -> (first: [Int], sources: [Number]) {
    var first = [Int](repeating: 0, count: objects.count + 1)
    for source in objects {
      for reference in graph.references(from: source) {
        first[numbers[graph.target(of: reference)] + 1] += 1
      }
    }
    for number in objects.indices { first[number + 1] += first[number] }
    var sources = [Number](repeating: 0, count: first[objects.count])
    var next = first
    for (number, source) in objects.enumerated() {
      for reference in graph.references(from: source) {
        let target = numbers[graph.target(of: reference)]
        sources[next[target]] = number
        next[target] += 1
      }
    }
    return (first, sources)
  }

  /// The dominators by object.
  private func summary() -> DominatorTree {
    var result = [UInt32](repeating: DominatorTree.none, count: graph.objects.count)
    for number in objects.indices.dropFirst() {
      result[objects[number]] = UInt32(objects[dominators[number]])
    }
    return DominatorTree(dominators: result)
  }
}
