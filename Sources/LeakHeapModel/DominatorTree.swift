/// What each object of a ``HeapGraph`` keeps alive alone.
///
/// An object dominates another when every way to it from object 0 leads through the first: were the first
/// gone, so would be the second. The nearest such object is the immediate dominator; they form a tree.
package struct DominatorTree: Sendable, Hashable {
  /// The immediate dominator of each object; ``none`` for object 0 and for what it does not reach.
  private let dominators: [UInt32]

  static let none = UInt32.max

  /// Creates a tree.
  ///
  /// - Parameter dominators: The immediate dominator of each object, or ``none``.
  init(dominators: [UInt32]) {
    self.dominators = dominators
  }

  /// The nearest object without which `object` would not be reached from object 0; `nil` for object 0
  /// itself, and for an object that it does not reach.
  ///
  /// - Complexity: O(1).
  package func immediateDominator(of object: HeapGraph.ObjectID) -> HeapGraph.ObjectID? {
    let dominator = dominators[object]
    return dominator == Self.none ? nil : Int(dominator)
  }
}
