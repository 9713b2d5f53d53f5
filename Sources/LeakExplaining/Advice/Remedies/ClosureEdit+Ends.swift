/// What a closure ends for others: it cannot return before that, where the object that it unwraps has gone.
extension ClosureEdit {
  /// Whether it calls a function that may be what tells others that something is done: one that it got as a parameter, or has from the
  /// function around, but for `variables`. Or it hands one on.
  func callsOthers(than variables: [String]) -> Bool {
    guard let end = brace.end else { return false }
    return (body..<end).contains { index in
      let isEnding = Self.endingFunctions.contains(tokens[index].text)
      if variables.contains(tokens[index].text) { return false }
      return tokens[index - 1].text != "."
        && (["(", "?", "!"].contains(tokens[index + 1].text)
          && (isEnding || source.callsLocal(at: index, in: brace))
          || isEnding && source.isArgument(index)
          || source.handsOnFunction(at: index, in: brace))
    }
  }

  /// Whether it ends something that is not a part of `variables`: what is waited for, or was taken, has to be ended on every way out.
  func endsOthers(than variables: [String]) -> Bool {
    guard let end = brace.end else { return false }
    return (body..<end).contains { index in
      let isCalled =
        tokens[index + 1].text == "("
        || ["?", "!"].contains(tokens[index + 1].text) && tokens[index + 2].text == "("
      guard isCalled, tokens[index - 1].text == "." else { return false }
      var root = index
      while Self.chaining.contains(tokens[root].text)
        || Self.chaining.contains(tokens[root - 1].text)
      { root -= 1 }
      return Self.endingMethods.contains(tokens[index].text)
        && !variables.contains(tokens[root].text)
    }
  }

  private static let chaining: Set = [".", "?", "!"]
  private static let endingFunctions: Set = [
    "callback", "completion", "completionHandler", "free", "reject", "resolve",
  ]
  private static let endingMethods: Set = [
    "callback", "close", "complete", "completion", "completionHandler", "deallocate", "done", "end",
    "fail", "finish", "fulfil", "fulfill", "leave", "reject", "reply", "resolve", "respond",
    "resume", "signal", "succeed", "unlock",
  ]
}
