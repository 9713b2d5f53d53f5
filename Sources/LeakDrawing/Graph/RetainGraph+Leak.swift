import LeakExplaining
import LeakHeapModel

extension RetainGraph {
  /// So many nodes are drawn at most, or few more.
  static let mostNodes = 60
  /// So many steps of each figure are drawn, however many figures there are.
  private static let fewestSteps = 6

  /// What keeps the object of `leak`; `nil` where the finding does not say.
  package init?(_ leak: Leak) {
    title = leak.headline
    let subject = Node(
      kind: .object, name: TypeName(leak.typeName).short, label: leak.label, isSubject: true)
    switch leak.verdict {
    case .leaked(let path) where path.isLostRetain: addLostRetain(path, of: subject)
    case .leaked(let path): addCycles(path, of: leak, subject: subject)
    case .held(let holders), .late(_, let holders):
      if holders.isEmpty { return nil }
      addHolders(holders, of: subject)
    case .deinitialized, .inconclusive: return nil
    }
  }

  /// Adds a figure that begins with a holder and ends with the object.
  ///
  /// - Parameter start: The object that the steps begin at, where that is another one than the holder.
  private mutating func addChain(
    from holder: String, start: Node? = nil, _ steps: [RetainPath.Step], to subject: Node,
    label: String = "", isSure: Bool = true
  ) {
    let first = nodes.count
    nodes.append(Node(kind: .holder, name: holder))
    var walk = StepWalk(from: first, in: self)
    if let start { walk.arrive(at: start) }
    walk.follow(StepFolding(steps, limit: Self.mostNodes / 2).items, closing: false)
    if (steps.isEmpty && (start == nil || subject.name != start?.name)) || walk.isAtClosure {
      walk.arrive(at: subject)
    }
    walk.markSubject(subject)
    let chain = walk.chain
    self = walk.graph
    let edge = chain.edges[0]
    if !label.isEmpty { edges[edge].label = label }
    if !isSure {
      edges[edge].label = edges[edge].label.isEmpty ? "possibly" : "possibly " + edges[edge].label
      edges[edge].isSure = false
    }
    figures.append(Figure(isRing: false, chain: chain))
  }

  private mutating func addLostRetain(_ path: RetainPath, of subject: Node) {
    addChain(
      from: "a retain that no reference explains",
      start: path.approach.map { Node(kind: .object, name: TypeName($0.start).short) },
      path.approach?.steps ?? [], to: subject)
  }

  private mutating func addHolders(_ holders: [Holder], of subject: Node) {
    var cycle: RetainPath?
    var unknown = 0
    for holder in holders {
      switch holder.kind {
      case .place(let place, let path):
        let name = place.kind == .global ? place.text : place.title
        addChain(from: name, path.steps, to: subject, isSure: path.isSure)
        cycle = cycle ?? path.cycleAfterwards
      case .unknown(let count): unknown += count
      case .unread, .unsearched: break
      }
    }
    if figures.isEmpty {
      addChain(
        from: "something outside", [], to: subject,
        label: unknown == 0 ? "" : counted(unknown, "reference"))
    }
    guard let cycle else { return }
    for index in figures.indices { figures[index].title = "first" }
    addCycles(cycle, of: nil, subject: subject, before: "after that")
  }

  /// Adds a ring for each cycle that must be broken.
  ///
  /// - Parameter leak: The finding, where the cycles are what it is about.
  private mutating func addCycles(
    _ path: RetainPath, of leak: Leak?, subject: Node, before: String? = nil
  ) {
    let cuts = path.cuts
    let drawn = cuts.prefix(RetainPath.mostDrawn)
    let limit = max(Self.fewestSteps, Self.mostNodes / drawn.count)
    for (index, cut) in drawn.enumerated() {
      let number = cuts.count == 1 ? nil : "\(index + 1) of \(cuts.count)"
      let title = [before, number].compactMap(\.self)
      addRing(
        cut, limit: limit, title: title.isEmpty ? nil : title.joined(separator: ", "))
    }
    let rest = cuts.count - drawn.count
    if rest > 0 || path.leavesCycles {
      note =
        rest > 0 ? "\(counted(rest, "more cycle")) must be broken as well." : "Other cycles remain."
    }
    if path.approach == nil { markSubject(subject, typeName: leak?.typeName, in: path) }
    var ways = leak?.waysToOthers ?? []
    if let own = path.approach { ways.insert(own, at: 0) }
    for (index, way) in ways.enumerated() where !way.steps.isEmpty {
      let isOwn = index == 0 && path.approach != nil
      addWay(way, from: cuts, to: isOwn ? subject : nil)
    }
  }

  private mutating func addRing(_ path: RetainPath, limit: Int, title: String?) {
    let first = nodes.count
    nodes.append(
      Node(kind: .object, name: TypeName(path.start).short, label: path.startLabel))
    var walk = StepWalk(from: first, in: self)
    walk.follow(StepFolding(path, limit: limit).items, closing: true)
    self = walk.graph
    figures.append(Figure(title: title, isRing: true, chain: walk.chain))
  }

  /// Marks the object of the finding on its cycle, where there is but one of its type.
  private mutating func markSubject(_ subject: Node, typeName: String?, in path: RetainPath) {
    guard let typeName, path.references.count(where: { $0.source == typeName }) == 1,
      let ring = figures.first
    else { return }
    let same = ring.chain.nodes.filter {
      nodes[$0].kind == .object && nodes[$0].name == subject.name
    }
    guard same.count == 1 else { return }
    nodes[same[0]].isSubject = true
    nodes[same[0]].label = nodes[same[0]].label ?? subject.label
  }
}
