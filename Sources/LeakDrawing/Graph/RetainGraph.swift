/// What keeps an object, as nodes and references between them, in figures that are drawn beside one another.
package struct RetainGraph: Sendable, Hashable {
  /// Something that refers or is referred to.
  package struct Node: Sendable, Hashable {
    /// What a node stands for.
    package enum Kind: String, Sendable, Hashable {
      case object
      case closure
      /// What keeps an object from outside, or a retain that no reference explains.
      case holder
      /// Steps that are left out.
      case folded
    }

    package var kind: Kind
    /// The type without its module, the function of a closure, or what the holder is.
    package var name: String
    /// The name that the test gave the object.
    package var label: String?
    /// Where the closure is written.
    package var place: String?
    /// Whether this is the object that the finding is about.
    package var isSubject = false
  }

  /// A strong reference.
  package struct Edge: Sendable, Hashable {
    /// The node that refers.
    package var source: Int
    /// The node that is kept.
    package var target: Int
    /// The property, or what is captured; empty where there is nothing to say.
    package var label: String
    /// What is written beside the reference to change: `cut here`.
    package var cut: String?
    /// Where the property is declared.
    package var place: String?
    /// Whether it is sure that the reference exists.
    package var isSure = true
  }

  /// References one behind the other.
  package struct Chain: Sendable, Hashable {
    package var nodes: [Int] = []
    /// Each leads from the node at its own position to the next one; the last of a ring leads to the first.
    package var edges: [Int] = []
  }

  /// A cycle with what hangs on it, or a chain.
  package struct Figure: Sendable, Hashable {
    /// What stands above it, where there are several: `1 of 2`.
    package var title: String?
    package var isRing: Bool
    package var chain: Chain
    /// Chains that begin at one node of the ring, which is their first.
    package var branches: [Chain] = []
  }

  /// The finding in one line.
  package var title: String
  package var nodes: [Node] = []
  package var edges: [Edge] = []
  package var figures: [Figure] = []
  /// What is not drawn.
  package var note: String?
}
