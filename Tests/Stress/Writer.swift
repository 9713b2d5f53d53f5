import Foundation
import SeededRandom
import Synchronization

/// A thread that rewrites the nodes of its own, again and again: it makes what a node holds and throws away what
/// it held. No other thread writes there; the walk reads without asking.
final class Writer: @unchecked Sendable {
  let nodes: [Node]
  private var random: SplitMix64
  private let isOver = Atomic(false)
  private let writes = Atomic(0)
  private let ended = DispatchSemaphore(value: 0)

  init(nodes: [Node], seed: UInt64) {
    self.nodes = nodes
    random = SplitMix64(seed: seed)
  }

  /// How often a node has been rewritten so far.
  var count: Int { writes.load(ordering: .relaxed) }

  func start() {
    Thread { [self] in
      while !isOver.load(ordering: .relaxed) {
        rewrite(nodes[Int.random(in: 0..<nodes.count, using: &random)])
        writes.add(1, ordering: .relaxed)
      }
      ended.signal()
    }.start()
  }

  func stop() {
    isOver.store(true, ordering: .relaxed)
    ended.wait()
  }

  private func some() -> Node { nodes[Int.random(in: 0..<nodes.count, using: &random)] }

  private func fresh() -> Node {
    let node = Node(Int.random(in: 0..<1000, using: &random))
    node.next = Bool.random(using: &random) ? some() : nil
    return node
  }

  private func list(atMost most: Int) -> [Node] {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in fresh() }
  }

  private func rewrite(_ node: Node) {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: node.next = fresh()
    case 1: node.children = list(atMost: 20)
    case 2: node.children.append(fresh())
    case 3: node.byName["\(Int.random(in: 0..<50, using: &random))"] = fresh()
    case 4: node.byKey[Int.random(in: 0..<50, using: &random)] = payload()
    case 5: node.members = Set(list(atMost: 20).map { Key(number: $0.number, node: $0) })
    case 6: node.payload = payload()
    case 7: node.anything = anything()
    case 8: node.holder = holder()
    case 9: node.error = Failure(node: fresh())
    case 10:
      let (first, second) = (fresh(), list(atMost: 3))
      node.action = { first.number + second.count }
    case 11: node.pair = (fresh(), Bool.random(using: &random) ? list(atMost: 5) : nil)
    case 12: node.parent = some()
    default: clear(node)
    }
  }

  private func payload() -> Payload {
    let node = fresh()
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .none
    case 1: return .node(node)
    case 2: return .list(list(atMost: 5), label: "list")
    case 3: return .closure { node.number }
    default: return .nested(.node(node), Bool.random(using: &random) ? fresh() : nil)
    }
  }

  private func anything() -> Any {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return 0
    case 1: return fresh()
    case 2: return LargeHolder(first: fresh(), second: nil)
    case 3: return list(atMost: 3)
    // Large enough for the system to get it back when it is freed.
    case 4:
      let most = Int.random(in: 0..<32, using: &random) == 0 ? 60_000 : 100
      return [Node?](repeating: some(), count: Int.random(in: 1...most, using: &random))
    default: return "text of more than fifteen bytes"
    }
  }

  private func holder() -> any Holding {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: SmallHolder(node: fresh())
    case 1: LargeHolder(first: fresh(), second: fresh())
    default: ClassHolder(list(atMost: 5))
    }
  }

  private func clear(_ node: Node) {
    node.children = []
    node.byName = [:]
    node.byKey = [:]
    node.members = []
    node.anything = 0
    node.action = nil
    node.pair = (nil, nil)
  }
}
