import LeakExplaining

/// Leaves out steps of a long path: those that are like the ones before, as a report does, and then what is in the middle.
struct StepFolding {
  let items: [StepWalk.Item]

  /// - Parameters:
  ///   - path: A cycle.
  ///   - limit: So many steps are left at most.
  init(_ path: RetainPath, limit: Int) {
    let cut = CutMark.text(for: path.advice)
    let items = path.shownSteps.map { shown -> StepWalk.Item in
      switch shown {
      case .step(let index):
        .step(path.steps[index], cut: index == path.suspect ? cut : nil)
      case .leftOut(let last, let text): .folded(last: path.steps[last], text: text)
      }
    }
    self.items = Self.shortened(items, to: limit)
  }

  /// - Parameter steps: A way that is no cycle.
  init(_ steps: [RetainPath.Step], limit: Int) {
    let path = RetainPath(start: "", steps: steps, suspect: -1, advice: "", references: [])
    self.init(path, limit: limit)
  }

  /// The first and the last ones: the object that was found is at one end, and the reference to change at the other.
  private static func shortened(_ items: [StepWalk.Item], to limit: Int) -> [StepWalk.Item] {
    if items.count <= limit { return items }
    // What is left out has a node of its own, and the object that it leads to.
    let start = (limit - 2) / 2
    let end = items.count - (limit - 2 - start)
    let last: RetainPath.Step
    switch items[end - 1] {
    case .step(let step, _): last = step
    case .folded(let step, _): last = step
    }
    let text = "… and more steps"
    return items[..<start] + [.folded(last: last, text: text)] + items[end...]
  }
}
