import Synchronization

/// What the graph is made of: each kind of place that a reference can stand in.
final class Node {
  let number: Int
  var next: Node?
  var children: [Node] = []
  var byName: [String: Node] = [:]
  var byKey: [Int: Payload] = [:]
  var members: Set<Key> = []
  var payload = Payload.none
  var anything: Any = 0
  var holder: (any Holding)?
  var error: (any Error)?
  var action: (() -> Int)?
  var pair: (Node?, [Node]?) = (nil, nil)
  weak var parent: Node?

  init(_ number: Int) { self.number = number }
}

indirect enum Payload {
  case none
  case node(Node)
  case list([Node], label: String)
  case closure(() -> Int)
  case nested(Payload, Node?)
}

protocol Holding {}

struct SmallHolder: Holding { var node: Node }

struct LargeHolder: Holding {
  var first: Node
  var second: Node?
  var number = 0
  var numbers: (Int, Int, Int) = (0, 0, 0)
}

final class ClassHolder: Holding {
  var nodes: [Node]
  init(_ nodes: [Node]) { self.nodes = nodes }
}

struct Failure: Error, @unchecked Sendable { var node: Node }

struct Key: Hashable {
  var number: Int
  var node: Node?
  static func == (left: Key, right: Key) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
