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
    callsEnding { root, _ in
      !variables.contains(tokens[root].text) && !isMade(root, from: variables)
    }
  }

  /// Whether it ends what others wait for by a part of one of `variables`: who waits has that as well.
  func endsWait(by variables: [String]) -> Bool {
    callsEnding { root, member in
      guard Self.endingWaits.contains(tokens[member].text) || isContinuations(member) else {
        return false
      }
      let isOfPart = (root..<member).count { tokens[$0].text == "." } > 1
      return variables.contains(tokens[root].text) ? isOfPart : isMade(root, from: variables)
    }
  }

  /// Whether the member is called on what is named as a continuation is.
  private func isContinuations(_ member: Int) -> Bool {
    let receiver = (body..<member - 1).last { !["?", "!"].contains(tokens[$0].text) }
    return receiver.map { tokens[$0].text.lowercased().hasSuffix("continuation") } ?? false
  }

  /// Whether it calls a method that may end something, and that counts by the indices of the first word of what it is called on, and its
  /// own.
  private func callsEnding(where counts: (Int, Int) -> Bool) -> Bool {
    guard let end = brace.end else { return false }
    return (body..<end).contains { index in
      let isCalled =
        tokens[index + 1].text == "("
        || ["?", "!"].contains(tokens[index + 1].text) && tokens[index + 2].text == "("
      return isCalled && tokens[index - 1].text == "."
        && Self.endingMethods.contains(tokens[index].text)
        && counts(root(ofCallAt: index), index)
    }
  }

  /// The index of the first word of what the member at `index` is called on: `self` of `self.rooms[id]?.close()`.
  private func root(ofCallAt index: Int) -> Int {
    var root = index
    while root > 1 {
      if tokens[root - 1].text == "." {
        root -= 2
      } else if ["?", "!"].contains(tokens[root].text) {
        root -= 1
      } else if [")", "]"].contains(tokens[root].text), let opening = tokens.opening(before: root),
        opening > 1, tokens[opening - 1].end == tokens[opening].offset
      {
        root = opening - 1
      } else {
        break
      }
    }
    return root
  }

  /// Whether the word at `index` is a variable that begins inside the closure, of a value that nothing outside has but `variables`:
  /// without them there is nothing to end.
  private func isMade(_ index: Int, from variables: [String]) -> Bool {
    let word = tokens[index].text
    let inner = source.outline.innermost(around: index) { $0.kind == .closure }
    if let inner, inner.token > brace.token,
      word.hasPrefix("$") || inner.bound.contains(word)
    {
      return tokens.callee(ofClosureAt: inner.token).map {
        variables.contains(tokens[root(ofCallAt: $0)].text)
      } ?? false
    }
    guard
      let declared = (body..<index).last(where: {
        tokens[$0].text == word && source.declares($0)
      })
    else { return false }
    let value = (declared + 1..<index).prefix {
      tokens[$0].line == tokens[declared].line && !["{", ";"].contains(tokens[$0].text)
    }
    return value.contains { ["=", "in"].contains(tokens[$0].text) }
      && !value.contains {
        tokens[$0].isPlainWord && !variables.contains(tokens[$0].text)
          && tokens[$0 - 1].text != "." && source.isLocal(tokens[$0].text, in: brace.token)
      }
  }

  private static let endingFunctions: Set = [
    "callback", "completion", "completionHandler", "free", "reject", "resolve",
  ]
  private static let endingMethods: Set = [
    "callback", "close", "complete", "completion", "completionHandler", "deallocate", "done", "end",
    "fail", "finish", "fulfil", "fulfill", "leave", "reject", "reply", "resolve", "respond",
    "resume", "signal", "succeed", "unlock",
  ]
  /// Of these, the ones of what others wait for: groups, semaphores, expectations and promises.
  private static let endingWaits: Set = [
    "fail", "fulfil", "fulfill", "leave", "reject", "resolve", "signal", "succeed",
  ]
}
