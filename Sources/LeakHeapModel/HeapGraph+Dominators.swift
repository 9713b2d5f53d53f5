extension HeapGraph {
  /// What each object keeps alive alone, as seen from object 0, by the algorithm of Lengauer and Tarjan.
  ///
  /// Every reference counts, the conservative ones too: what they may keep alive is not said to be kept
  /// alive by another object alone.
  ///
  /// - Complexity: O((*n* + *r*) log *n*) in the number of objects and references.
  package func dominatorTree() -> DominatorTree {
    var search = DominatorSearch(self)
    return search.tree()
  }
}
