import LeakSymbolication

/// A closure that a task runs, and that has a loop: the object is unwrapped in each turn of it.
extension ClosureEdit {
  /// The closure's loop; `nil` where there is not exactly one, or where it awaits something in a turn.
  var loop: SourceFiles.Source.Loop? {
    guard let end = brace.end else { return nil }
    let words = (body..<end).filter { Self.loopWords.contains(tokens[$0].text) }
    return words.count == 1 ? source.loop(at: words[0], before: end) : nil
  }

  /// The edits that make the closure capture `list`, and unwrap `variables` in each turn; `nil` where it uses them elsewhere.
  func inEachTurn(_ variables: [String], capturing list: [SourceEdit]) -> [SourceEdit]? {
    guard let loop, let end = brace.end,
      !mayUse(variables, in: body..<loop.start, around: loop),
      !mayUse(variables, in: loop.end..<end, around: loop)
    else { return nil }
    return list.followed(by: unwrapping(variables, orReturning: "return", behind: loop.start))
  }

  /// Whether one of the closure's loops awaits something.
  var awaitsInLoop: Bool {
    guard let end = brace.end else { return false }
    return (body..<end).contains { word in
      guard Self.loopWords.contains(tokens[word].text) else { return false }
      guard let loop = source.loop(at: word, before: end) else { return true }
      return (word..<loop.start).contains { tokens[$0].text == "await" }
    }
  }

  /// The edits for a loop over a sequence that is a property of `self`: the closure captures that as well; `nil` where it uses `self`
  /// elsewhere.
  ///
  /// It is captured when the closure is made: a task's closure runs then and awaits the first value, and the value of another one may
  /// be changed until it runs.
  func overOwnSequence(_ captures: [Capture], beside others: [Capture]) -> [SourceEdit]? {
    guard let loop, let end = brace.end,
      let word = (loop.word..<loop.start).last(where: { tokens[$0].text == "in" }),
      loop.word == body, tokens[loop.word].text == "for",
      ["await", "try"].contains(tokens[loop.word + 1].text)
    else { return nil }
    let sequence = word + 1..<loop.start
    let text = sequence.map { tokens[$0].text }
    guard let name = text.last, text == [name] || text == ["self", ".", name],
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), name.first?.isLowercase == true,
      text.count > 1 || !source.isLocal(name, in: loop.start) && !captured.contains(name),
      !mayUse(["self"], in: body..<word, around: loop),
      !mayUse(["self"], in: loop.end..<end, around: loop)
    else { return nil }
    let elements = Set(tokens[loop.word..<word].map(\.text))
    let isNeeded =
      captured.contains("self")
      || mayUse(["self"], in: loop.start + 1..<loop.end, around: loop, besides: elements)
    var edits = weakList(
      isNeeded ? captures : captures.filter { $0.name != "self" },
      beside: others + [Capture(name: name, value: "self." + name)])
    if text.count > 1 {
      let range = tokens[sequence.lowerBound].offset..<tokens[sequence.upperBound - 1].offset
      edits = edits.followed(by: SourceEdit(source, range, ""))
    }
    return isNeeded
      ? edits.followed(by: unwrapping(["self"], orReturning: "return", behind: loop.start)) : edits
  }

  /// What the capture list names already.
  var captured: Set<String> { Set(head.list?.entries.map(\.name) ?? []) }

  /// Whether one of the variables stands in a range of tokens; or, as a task's closure need not write `self`, perhaps a member of that.
  private func mayUse(
    _ variables: [String], in range: Range<Int>, around loop: SourceFiles.Source.Loop,
    besides others: Set<String> = []
  ) -> Bool {
    variables.contains { Self.uses(of: $0, in: range, of: tokens) > 0 }
      || variables.contains("self")
        && source.mayUseMembers(in: range, around: loop.start, besides: captured.union(others))
  }
}
