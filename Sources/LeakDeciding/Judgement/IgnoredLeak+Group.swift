import LeakHeapModel

extension [IgnoredLeak] {
  /// Whether the leak of `group` is not to be reported: an object of what is ignored is on each of its cycles.
  ///
  /// - Complexity: O(*n*) in the number of the group's objects and their references.
  package func cover(_ group: SurvivorGroup, in look: HeapLook) -> Bool {
    guard group.memberCounts.keys.contains(where: cover) else { return false }
    guard group.judgement.isLeaked else { return true }
    let graph = look.evidence.graph
    let members = look.condensation.components[group.component].members
    return graph.objectsOnCycles(among: members) { member in
      graph.visibility(of: member) != .program || !cover(graph.type(of: member).name)
    }.isEmpty
  }

  /// Whether all leaks of the type with the name `type`, which has its module, are not to be reported.
  package func cover(_ type: String) -> Bool { contains { $0.covers(type) } }
}
