/// A strongly connected component of a ``HeapGraph``: objects that all reach one another.
package struct Component: Sendable, Hashable {
  /// The objects of the component, in ascending order.
  package let members: [HeapGraph.ObjectID]

  /// Whether a reference leads from a member to a member: the component has more than one member, or its
  /// only member refers to itself.
  package let containsCycle: Bool

  /// Whether `object` is a member.
  ///
  /// - Complexity: O(log *n*) in the number of members.
  package func contains(_ object: HeapGraph.ObjectID) -> Bool {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle] == object { return true }
      if members[middle] < object { low = middle + 1 } else { high = middle }
    }
    return false
  }
}

/// The number of references that keep one object alive, by how sure they are.
package struct IncomingReferences: Sendable, Hashable {
  /// The number of references that metadata or a known layout describes.
  package var sure: Int

  /// The number of references that were found by looking at untyped memory, and may not exist.
  package var conservative: Int

  package init(sure: Int = 0, conservative: Int = 0) {
    self.sure = sure
    self.conservative = conservative
  }

  /// Whether there are references, and each may not exist.
  package var areAllConservative: Bool { sure == 0 && conservative > 0 }

  mutating func count(_ confidence: Confidence) {
    switch confidence {
    case .exact, .knownLayout: sure += 1
    case .conservative: conservative += 1
    }
  }
}
