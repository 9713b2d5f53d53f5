import LeakHeapModel
import LeakHeapRoots

extension CheckReading {
  /// Whether all that is there, and something is, only waits for its turn: in a task that is enqueued, or in a block that a queue has to
  /// run which is not suspended.
  ///
  /// - Complexity: O(*n*) in the number of objects that were named and of groups.
  var waitsForTurns: Bool {
    let named = (0..<namedCount).filter { objects[$0].isAlive && !goesWithError($0) }
    let asked = named.map { representatives[$0] ?? $0 } + groups.map(\.representative)
    return !asked.isEmpty && asked.allSatisfy { $0.map(waitsForTurn) ?? false }
  }

  private func waitsForTurn(_ position: Int) -> Bool {
    switch answers[position] {
    case .held(let path): path.waitsForTurn
    case .along(let first): answers[first].map { $0.path?.waitsForTurn ?? false } ?? false
    default: false
    }
  }
}

extension RootAnswer {
  fileprivate var path: RootPath? { if case .held(let path) = self { path } else { nil } }
}

extension RootPath {
  /// Whether the way begins at work that needs nothing but a thread, its actor or its queue.
  fileprivate var waitsForTurn: Bool {
    guard root == .object, grade.isNamedFlatly else { return false }
    if let task { return task.wait == .executor }
    let known = blocks.compactMap(\.self)
    return known.contains(where: \.isWork)
      && !known.contains { $0.isSuspended || $0.timer != nil || $0.awaitsEvents }
  }
}
