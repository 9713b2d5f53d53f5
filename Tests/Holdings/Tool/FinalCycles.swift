import Foundation
import LeakDetection

/// Cycles that nobody can open any more.
enum FinalCycles {
  private final class Node {
    var other: Node?
    var handler: (() -> Void)?
    var number: UInt = 0
  }

  private static let instances = 20

  /// Whether each is final at the first look. Where a word that was left in memory is the address of an object, it is waited for:
  /// that is not so for most of them.
  static func report() -> String {
    cycles.map { name, make in
      let objects = (0..<instances).map { _ in TrackedObject(make(), location: CodeLocation()) }
      let isFinal = objects.count(where: isFinal) > instances / 2
      return "\(name): \(isFinal ? "final" : "waited for")"
    }.joined(separator: "\n")
  }

  /// Whether waiting cannot change anything about `object`, by a first look. A check waits for it otherwise.
  private static func isFinal(_ object: TrackedObject) -> Bool {
    let check = CheckedObjects(naming: [object], within: .seconds(3600))
    return CheckReading.settled(in: [check], by: .shared) == [[0]]
  }

  /// Not inlined: what nobody reads would not be written.
  @inline(never)
  private static func write(_ address: UnsafeMutableRawPointer, to block: UnsafeMutableRawPointer) {
    block.storeBytes(of: address, toByteOffset: 24, as: UnsafeMutableRawPointer.self)
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
    (
      "an object with its address in memory that was given back",
      {
        let node = Node()
        node.other = node
        // More than a thread keeps for its next requests is given back to all.
        for size in stride(from: 32, through: 512, by: 16) {
          let blocks = (0..<10).map { _ in malloc(size)! }
          for block in blocks { write(Unmanaged.passUnretained(node).toOpaque(), to: block) }
          for block in blocks { free(block) }
        }
        return node
      }
    ),
  ]
}
