extension RetainPath {
  /// What is shown of the steps.
  package enum ShownStep {
    /// The step at an index.
    case step(Int)
    /// Steps that are left out, up to the one at `last`, and what stands for them.
    case leftOut(last: Int, text: String)

    fileprivate var last: Int {
      switch self {
      case .step(let index): index
      case .leftOut(let last, _): last
      }
    }
  }

  /// The steps, those of a long list left out.
  package var shownSteps: [ShownStep] { steps.shown(suspect: suspect) }
}

extension [RetainPath.Step] {
  /// So many steps that are alike are shown after the first one.
  private static var mostAlike: Int { 2 }

  /// So many lines are shown at most: of more, the first and the last ones.
  private static var mostShown: Int { 100 }

  /// What is shown of the steps: those of a long list are left out, and then what is in the middle.
  ///
  /// - Parameter suspect: The reference to change, if one of them is.
  fileprivate func shown(suspect: Int? = nil) -> [RetainPath.ShownStep] {
    let likeTheLast = likeStepsBefore(suspect: suspect)
    let shown = indices.compactMap { index -> RetainPath.ShownStep? in
      if likeTheLast[index] <= Self.mostAlike { return .step(index) }
      // The last of them says how many there are.
      if index + 1 < count, likeTheLast[index + 1] > 0 { return nil }
      let more = likeTheLast[index] - Self.mostAlike
      return .leftOut(last: index, text: "… \(counted(more, "more step")) like this one")
    }
    if shown.count <= Self.mostShown { return shown }
    let start = shown[..<(Self.mostShown / 2)]
    let end = shown.suffix(Self.mostShown - start.count - 1)
    let last = shown[end.startIndex - 1].last
    let more = last - start[start.endIndex - 1].last
    var parts: [RetainPath.ShownStep] = []
    parts += start
    parts.append(.leftOut(last: last, text: "… \(counted(more, "more step"))"))
    parts += end
    return parts
  }

  /// For each step, how many steps right before it are like it: the elements of a long list. The suspect is like none.
  private func likeStepsBefore(suspect: Int?) -> [Int] {
    var counts: [Int] = []
    counts.reserveCapacity(count)
    var canBeLeftOut = false
    for (index, step) in enumerated() {
      let isCopy = index > 0 && step.isCopy(of: self[index - 1])
      if !isCopy { canBeLeftOut = step.line == nil && step.property != nil }
      let isAlike =
        index > 0 && index != suspect && canBeLeftOut
        && (isCopy || step.withoutPositions == self[index - 1].withoutPositions)
      counts.append(isAlike ? counts[index - 1] + 1 : 0)
    }
    return counts
  }

  /// The lines that a report has for the steps.
  func lines(after start: String, suspect: Int? = nil) -> [String] {
    shown(suspect: suspect).flatMap { shown in
      switch shown {
      case .leftOut(_, let text): [start + text]
      case .step(let index):
        index == suspect ? self[index].suspectLines : self[index].lines(after: start)
      }
    }
  }
}
