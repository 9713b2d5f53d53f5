import LeakExplaining
import LeakHeapModel

extension RetainGraph {
  /// Adds the way from a cycle to an object: to the ring, where it is known at which of its nodes it begins.
  mutating func addWay(
    _ way: RetainPath.Approach, from cuts: [RetainPath], to subject: Node?
  ) {
    var steps = way.steps[...]
    guard let (figure, position) = beginning(of: way, among: cuts) else {
      let name = TypeName(way.start).short
      let first = nodes.count
      nodes.append(Node(kind: .object, name: name))
      addWay(Array(steps), from: first, to: subject) { chain, graph in
        graph.figures.append(
          Figure(title: "from \(name) it leads on", isRing: false, chain: chain))
      }
      return
    }
    // The same property of the same object holds the same closure.
    var node = figures[figure].chain.nodes[position]
    let edge = edges[figures[figure].chain.edges[position]]
    if let property = steps.first?.property, property.target == nil, !property.path.contains("["),
      edge.label == steps.first?.pictureLabel, nodes[edge.target].kind == .closure
    {
      node = edge.target
      steps = steps.dropFirst()
    }
    let isAtClosure = nodes[node].kind == .closure
    addWay(Array(steps), from: node, isAtClosure: isAtClosure, to: subject) { chain, graph in
      graph.figures[figure].branches.append(chain)
    }
  }

  private mutating func addWay(
    _ steps: [RetainPath.Step], from node: Int, isAtClosure: Bool = false, to subject: Node?,
    adding: (Chain, inout RetainGraph) -> Void
  ) {
    var walk = StepWalk(from: node, in: self, isInClosure: isAtClosure)
    walk.follow(StepFolding(steps, limit: Self.mostNodes / 4).items, closing: false)
    if walk.isAtClosure {
      walk.arrive(at: subject ?? Node(kind: .closure, name: "a closure"))
    }
    if let subject { walk.markSubject(subject) }
    self = walk.graph
    adding(walk.chain, &self)
  }

  /// The ring and the position in it at which a way begins, where only one object of that type is on the cycles.
  private func beginning(
    of way: RetainPath.Approach, among cuts: [RetainPath]
  ) -> (figure: Int, position: Int)? {
    let sources = cuts.reduce(0) { $0 + $1.references.count { $0.source == way.start } }
    guard sources == 1 else { return nil }
    let name = TypeName(way.start).short
    var found: (figure: Int, position: Int)?
    for (figure, ring) in figures.enumerated() where ring.isRing {
      for (position, node) in ring.chain.nodes.enumerated()
      where nodes[node].kind == .object && nodes[node].name == name {
        if found != nil { return nil }
        found = (figure, position)
      }
    }
    return found
  }
}
