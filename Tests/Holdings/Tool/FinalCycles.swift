import LeakDetection

/// Cycles that nobody can open any more: were one waited for, this would not end.
enum FinalCycles {
  private final class Node {
    var other: Node?
    var handler: (() -> Void)?
    var number: UInt = 0
  }

  /// What becomes of each.
  static func report() async -> String {
    var lines: [String] = []
    for (name, make) in cycles {
      let object = { TrackedObject(make(), location: CodeLocation()) }()
      let verdict = await LeakCheck.verdicts(on: [object], within: .seconds(3600))[0]
      let isLeaked = if case .leaked = verdict { true } else { false }
      lines.append("\(name): \(isLeaked ? "leaked" : "\(verdict)")")
    }
    return lines.joined(separator: "\n")
  }

  private static let cycles: [(String, @Sendable () -> Node)] = [
    (
      "two objects",
      {
        let (left, right) = (Node(), Node())
        (left.other, right.other) = (right, left)
        return left
      }
    ),
    (
      "a closure",
      {
        let node = Node()
        node.handler = { node.number += 1 }
        return node
      }
    ),
    (
      "a closure, and another one with a weak reference",
      {
        let (node, other) = (Node(), Node())
        (node.other, other.other) = (other, node)
        other.handler = { [weak node] in node?.number += 1 }
        return node
      }
    ),
    (
      "an object with its address as a number",
      {
        let node = Node()
        node.other = node
        node.number = UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque())
        return node
      }
    ),
  ]
}
