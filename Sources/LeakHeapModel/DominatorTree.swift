/// What each object of a ``HeapGraph`` keeps alive alone.
///
/// An object dominates another when every way to it from object 0 leads through the first: were the first
/// gone, so would be the second. The nearest such object is the immediate dominator; they form a tree.
package struct DominatorTree: Sendable, Hashable {
  /// The immediate dominator of each object; ``none`` for object 0 and for what it does not reach.
  private let dominators: [UInt32]

  private let counts: [UInt32]
  private let sizes: [Int]

  static let none = UInt32.max

  /// Creates a tree.
  ///
  /// - Parameters:
  ///   - dominators: The immediate dominator of each object, or ``none``.
  ///   - counts: How many objects each one dominates, itself included.
  ///   - sizes: The bytes of those objects.
  init(dominators: [UInt32], counts: [UInt32], sizes: [Int]) {
    self.dominators = dominators
    self.counts = counts
    self.sizes = sizes
  }

  /// The nearest object without which `object` would not be reached from object 0; `nil` for object 0
  /// itself, and for an object that it does not reach.
  ///
  /// - Complexity: O(1).
  package func immediateDominator(of object: HeapGraph.ObjectID) -> HeapGraph.ObjectID? {
    let dominator = dominators[object]
    return dominator == Self.none ? nil : Int(dominator)
  }

  /// The number of objects that only `object` keeps alive, itself included; 0 for an object that object 0
  /// does not reach.
  ///
  /// - Complexity: O(1).
  package func retainedCount(of object: HeapGraph.ObjectID) -> Int { Int(counts[object]) }

  /// The bytes of the objects that only `object` keeps alive, its own included. Objects of unknown size
  /// count as nothing, so this is a lower bound.
  ///
  /// - Complexity: O(1).
  package func retainedSize(of object: HeapGraph.ObjectID) -> Int { sizes[object] }
}
