import LeakHeapModel
import LeakHeapRoots

extension CheckReading {
  /// How work gets on that has an object.
  enum Turn: Hashable {
    /// It waits for its turn: a task that is enqueued, or a block that a queue has to run which is not suspended.
    case waits
    /// A thread runs it.
    case runs
  }

  /// How the work gets on that has what is there; `nil` where something else has some of it, nothing is there, or a proven leak is.
  ///
  /// - Complexity: O(*n*) in the number of objects that were named and of groups.
  var turns: Set<Turn>? {
    let named = (0..<namedCount).filter { objects[$0].isAlive && !goesWithError($0) }
    if groups.contains(where: { $0.mayBeReported && $0.judgement.isProven }) { return nil }
    // Of the other groups none is told that the process was not searched for.
    let others = groups.compactMap(\.representative).filter { answers[$0] != nil }
    var turns: Set<Turn> = []
    for position in named.map({ representatives[$0] ?? $0 }) + others {
      guard let turn = turn(of: position) else { return nil }
      turns.insert(turn)
    }
    return turns.isEmpty ? nil : turns
  }

  private func turn(of position: Int) -> Turn? {
    switch answers[position] {
    case .held(let path): path.turn
    case .along(let first): answers[first]?.path?.turn
    default: nil
    }
  }
}

extension RootAnswer {
  fileprivate var path: RootPath? { if case .held(let path) = self { path } else { nil } }
}

extension RootPath {
  /// How the work gets on that the way begins at, if it is work that has its turn by itself.
  var turn: CheckReading.Turn? {
    switch root {
    case .running(_, _, _, let wait), .stack(_, _, let wait):
      return wait == nil || wait == .time ? .runs : nil
    case .object where grade.isNamedFlatly:
      if let task {
        return task.wait == .executor ? .waits : task.wait == .running ? .runs : nil
      }
      return waitsInQueue ? .waits : nil
    default: return nil
    }
  }

  /// Whether the way leads through what a queue has to do, and through no group or source: what these let run may never come.
  private var waitsInQueue: Bool {
    zip(blocks, blocks.dropFirst()).contains { $0?.isQueue == true && $1?.isWork == true }
      && !blocks.contains { block in
        guard let block else { return false }
        return block.isSuspended || block.targetsSuspended || block.isGroup || block.isSource
      }
  }
}
