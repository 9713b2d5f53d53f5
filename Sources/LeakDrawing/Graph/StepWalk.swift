import LeakExplaining
import LeakHeapModel

/// Makes nodes and references of a report's steps.
struct StepWalk {
  /// A reference of which the target is not known yet.
  private struct Link {
    var label = ""
    var cut: String?
    var place: String?
    var isSure = true
  }

  /// A step, or steps that are left out.
  enum Item {
    case step(RetainPath.Step, cut: String?)
    /// How many, with the last of them, and what stands for them.
    case folded(last: RetainPath.Step, text: String)
  }

  private(set) var graph: RetainGraph
  private(set) var chain: RetainGraph.Chain
  private var pending: Link?

  /// Whether the last node is the closure that the next step is about.
  private var isInClosure: Bool

  /// Begins at a node of the graph.
  init(from node: Int, in graph: RetainGraph, isInClosure: Bool = false) {
    self.graph = graph
    self.isInClosure = isInClosure
    chain = RetainGraph.Chain(nodes: [node])
  }

  /// Follows the steps; the last one leads back to where the walk began, if it is `closing`.
  mutating func follow(_ items: [Item], closing: Bool) {
    for (position, item) in items.enumerated() {
      let end = closing && position + 1 == items.count ? chain.nodes[0] : nil
      switch item {
      case .step(let step, let cut): follow(step, cut: cut, end: end)
      case .folded(let last, let text):
        arrive(at: RetainGraph.Node(kind: .folded, name: text))
        land(on: last, by: Link(), end: end)
      }
    }
    if closing, let link = pending { close(by: link, to: chain.nodes[0]) }
  }

  /// Whether the last step ended at a closure of which nothing more is known.
  var isAtClosure: Bool { pending != nil }

  /// Ends at a node, where the steps have ended at a closure, or there were none.
  mutating func arrive(at node: RetainGraph.Node) {
    graph.nodes.append(node)
    close(by: pending ?? Link(), to: graph.nodes.count - 1)
    chain.nodes.append(graph.nodes.count - 1)
  }

  /// The last node is the object that the finding is about, which the test may have named.
  mutating func markSubject(_ subject: RetainGraph.Node) {
    guard let last = chain.nodes.last else { return }
    graph.nodes[last].isSubject = true
    graph.nodes[last].label = graph.nodes[last].label ?? subject.label
  }

  private mutating func close(by link: Link, to node: Int) {
    pending = nil
    graph.edges.append(
      RetainGraph.Edge(
        source: chain.nodes[chain.nodes.count - 1], target: node, label: link.label, cut: link.cut,
        place: link.place, isSure: link.isSure))
    chain.edges.append(graph.edges.count - 1)
  }

  private mutating func follow(_ step: RetainPath.Step, cut: String?, end: Int?) {
    var link = Link(label: step.pictureLabel, cut: cut, isSure: !step.isProbable)
    switch step.kind {
    case .property(let property):
      if pending != nil { arrive(at: RetainGraph.Node(kind: .closure, name: "a closure")) }
      link.place = property.line?.description
    case .capture(let capture):
      if !isInClosure {
        arrive(
          at: RetainGraph.Node(
            kind: .closure, name: capture.function, place: capture.line?.description))
      }
    }
    isInClosure = false
    land(on: step, by: link, end: end)
  }

  private mutating func land(on step: RetainPath.Step, by link: Link, end: Int?) {
    pending = link
    guard let target = step.target else { return }
    if let end { return close(by: link, to: end) }
    arrive(at: RetainGraph.Node(kind: .object, name: TypeName(target).short, label: step.label))
  }
}

extension RetainPath.Step {
  /// What stands beside the reference.
  var pictureLabel: String {
    let probably = isProbable ? "probably " : ""
    switch kind {
    case .property(let property): return probably + property.name
    case .capture(let capture):
      if capture.target == nil { return probably + "captures" }
      let name = capture.isSurelySelf ? "self" : capture.variable ?? "it"
      return probably + "captures \(name)\(capture.carrier.map { " in " + $0 } ?? "") strongly"
    }
  }
}
