extension [SwiftTokens.Token] {
  /// The index of the last token of what is called with the closure whose brace is at `index`, as an argument or behind the call, and
  /// without generic arguments: `addTask` of `group.addTask(priority: .low) {`. `nil` where it is handed to no call.
  ///
  /// - Complexity: O(*n*) in the number of tokens before.
  func callee(ofClosureAt index: Int) -> Int? {
    guard index > 0 else { return nil }
    var last = index - 1
    // Another closure behind the call: `load { … } onEnd: {`.
    while last > 2, self[last].text == ":", self[last - 2].text == "}",
      self[last - 1].isPlainWord, let brace = opening(before: last - 2), brace > 0
    {
      last = brace - 1
    }
    switch self[last].text {
    case "(", ",", ":":
      guard let opening = opening(before: last + 1), self[opening].text == "(" else { return nil }
      return root(ofCallAt: opening)
    case ")": return opening(before: last).flatMap(root)
    default: return isCallee(last) ? withoutGenericArguments(last) : nil
    }
  }

  /// Whether what is called with a closure, see ``callee(ofClosureAt:)``, makes a task that has the isolation of the code around, and
  /// lets the closure use `self` without a word: `Task {`, `Task.immediate {`.
  func isTask(_ callee: Int) -> Bool {
    if self[callee].text == "Task" { return true }
    guard self[callee].text == "immediate", callee > 1, self[callee - 1].text == "." else {
      return false
    }
    return withoutGenericArguments(callee - 2).map { self[$0].text == "Task" } ?? false
  }

  /// What is called with the arguments in the parenthesis at `index`.
  private func root(ofCallAt index: Int) -> Int? {
    guard index > 0, self[index - 1].end == self[index].offset, isCallee(index - 1) else {
      return nil
    }
    return withoutGenericArguments(index - 1)
  }

  private func isCallee(_ index: Int) -> Bool {
    switch self[index].text {
    case "]", ")": true
    // `load? {`, and no `??` or `on ? {`.
    case "?", "!": isBehindOperand(index) && isCallee(index - 1)
    case ">":
      isBehindOperand(index)
        && openingAngle(of: index).map { isBehindOperand($0) && isName($0 - 1) } == true
    default: isName(index)
    }
  }

  private func isName(_ index: Int) -> Bool {
    let text = self[index].text
    return self[index].isPlainWord && !Self.statementWords.contains(text) || text.first == "`"
  }

  /// Whether nothing stands between the token at `index` and a name or a bracket before it.
  private func isBehindOperand(_ index: Int) -> Bool {
    guard index > 0, self[index - 1].end == self[index].offset else { return false }
    let text = self[index - 1].text
    return self[index - 1].isPlainWord || text.first == "`"
      || [")", "]", ">", "?", "!"].contains(text)
  }

  /// The index of the token before generic arguments, where the one at `index` ends such.
  private func withoutGenericArguments(_ index: Int) -> Int? {
    guard self[index].text == ">" else { return index }
    return openingAngle(of: index).flatMap { $0 > 0 ? $0 - 1 : nil }
  }

  /// The index of the angle bracket that the one at `index` closes.
  func openingAngle(of closing: Int) -> Int? {
    var depth = 0
    return self[...closing].indices.last { index in
      switch self[index].text {
      // The end of an arrow.
      case ">": if index == 0 || self[index - 1].text != "-" { depth += 1 }
      case "<": depth -= 1
      default: break
      }
      return depth == 0
    }
  }

  private static let statementWords: Set = [
    "return", "in", "else", "do", "throw", "yield", "try", "await", "case", "default", "as", "is",
  ]
}
