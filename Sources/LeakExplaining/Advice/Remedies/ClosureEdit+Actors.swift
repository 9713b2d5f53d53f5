extension ClosureEdit {
  /// The edits that let the statements of a closure in an actor's method run as the actor's own where `self` is weak: it is asked to
  /// assume that it runs there, and is `$0` in the statements. They are indented by two spaces more where they have lines of their
  /// own. `nil` where a statement has what cannot stand in there.
  var isolated: [SourceEdit]? {
    guard let end = brace.end, head.list == nil,
      !(body..<end).contains(where: { isUnableInside(tokens[$0].text) || isSent($0) }),
      // What begins in a literal has its first token in that.
      !source.tokens.isInLiteral(from: tokens[body - 1].end, to: tokens[body].offset)
    else { return nil }
    let lines = (body...end).filter { tokens[$0].line > tokens[$0 - 1].line }
    let isOnLines = lines.first == body
    var edits: [SourceEdit] = []
    for index in body..<end {
      var inserted = ""
      if index == body {
        inserted =
          "self?.assumeIsolated {" + (isOnLines ? "\n" + indentation(of: body) + "  " : " ")
      } else if lines.contains(index) {
        inserted = "  "
      }
      let token = tokens[index]
      if token.text == "self", tokens[index - 1].text != "." {
        edits.append(SourceEdit(source, token.offset..<token.end, inserted + "$0"))
      } else if !inserted.isEmpty {
        edits.append(SourceEdit(source, inserting: inserted, at: token.offset))
      }
    }
    // Behind what stands on one line there is no comment up to its end.
    let isClosed = isOnLines || tokens[end].line == tokens[brace.token].line
    let last = tokens[end - 1].end
    if !isClosed, source.tokens.isInLiteral(from: last, to: tokens[end].offset) { return nil }
    // What a single expression gives would be the result of the call, which nothing uses.
    let isResult = !assigns && tokens.isOneStatement(in: body..<end)
    let indentation = isOnLines ? "\n" + indentation(of: body) : ""
    let statement = isResult ? isOnLines ? indentation + "  return" : "; return" : ""
    return edits + [
      SourceEdit(
        source, inserting: statement + (isOnLines ? indentation + "}" : " }"),
        at: isClosed ? source.tokens.end(before: tokens[end].offset) : last)
    ]
  }

  /// Whether one of its statements assigns something.
  private var assigns: Bool {
    brace.end.map { end in
      (body..<end).contains { index in
        let before = tokens[index - 1]
        return tokens[index].text == "=" && tokens[index + 1].text != "="
          && !("=!<>".contains(before.text) && before.end == tokens[index].offset)
          && tokens.opening(before: index) == brace.token
      }
    } ?? false
  }

  /// Whether the word at `index` is a variable of the closure's, or of a function or closure around: to use it in a closure that is
  /// isolated is to send it there, and it may not be `Sendable`. What is assigned or added to a number is one.
  private func isSent(_ index: Int) -> Bool {
    let word = tokens[index].text
    guard tokens[index].isPlainWord, word != "self", tokens[index - 1].text != ".",
      !source.isLabel(index), source.isLocal(word, in: index)
    else { return false }
    return !isAssignedToValue(index)
      && !(body...index).contains { tokens[$0].text == word && source.declares($0) }
  }

  /// Whether the word at `index` is all that is assigned to a property of `self`, or added to it, which has a plain value in this file.
  private func isAssignedToValue(_ index: Int) -> Bool {
    guard tokens[index - 1].text == "=", ![".", "(", "["].contains(tokens[index + 1].text) else {
      return false
    }
    let isAdded =
      ["+", "-"].contains(tokens[index - 2].text)
      && tokens[index - 2].end == tokens[index - 1].offset
    let property = isAdded ? index - 3 : index - 2
    guard property > 2, tokens[property - 1].text == ".", tokens[property - 2].text == "self" else {
      return false
    }
    let name = tokens[property].text
    let declared = tokens.indices.filter {
      tokens[$0].text == name && $0 > 0 && tokens[$0 - 1].text == "var"
    }
    // Of another file's property it is likely, where something is added to it.
    return (isAdded || !declared.isEmpty)
      && declared.allSatisfy { variable in
        guard variable + 2 < tokens.count else { return false }
        let value = tokens[variable + 2].text
        return tokens[variable + 1].text == ":"
          ? Self.values.contains(value)
          : tokens[variable + 1].text == "="
            && (value.first?.isNumber == true || ["true", "false"].contains(value))
      }
  }

  private static let values: Set = ["Bool", "Double", "Float", "Int", "String", "UInt"]

  /// Whether it does something with `self`, beside calls that it awaits, and may be isolated to that: a weak `self` is not, and what is
  /// done with it has to be awaited.
  var needsIsolation: Bool {
    guard isOnActor != false, isAsync || awaits, let end = brace.end else { return false }
    let members = source.declaredMembers
    return (body..<end).contains { index in
      let isSelf = tokens[index].text == "self" && tokens[index - 1].text != "."
      let isMember =
        isSelf && [".", "[", "("].contains(tokens[index + 1].text)
        || !isSelf && allowsImplicitSelf
          && members.contains(tokens[index].text)
          && source.mayUseMembers(in: index..<index + 1, around: index, besides: captured)
      return isMember && !isAwaited(index)
    }
  }

  /// Whether an `await` stands before the token at `index` and covers it: in the same statement, and in no other argument.
  private func isAwaited(_ index: Int) -> Bool {
    var depth = 0
    var isBehindArgument = false
    for position in (body..<index).reversed() {
      if depth == 0, tokens[position + 1].line > tokens[position].line,
        tokens[position + 1].isPlainWord, !tokens[position].isOpen
      {
        return false
      }
      switch tokens[position].text {
      case ")", "]": depth += 1
      case "}": if depth == 0 { return false } else { depth += 1 }
      case "(", "[", "{":
        if tokens[position].text == "{", depth == 0 { return false }
        if depth == 0 { isBehindArgument = false } else { depth -= 1 }
      case "," where depth == 0: isBehindArgument = true
      case "=" where isOfComparison(position): break
      case "async" where depth == 0: return true
      case ";", "in", "else", "return", "=":
        if depth == 0 { return tokens[position].text == "in" && isAwaitedSequence(position) }
      case "await" where depth == 0 && !isBehindArgument: return true
      default: break
      }
    }
    return false
  }

  /// Whether the `=` at `index` is a part of `==`, `!=`, `<=` or `>=`.
  private func isOfComparison(_ index: Int) -> Bool {
    func touches(_ first: Int, _ texts: String) -> Bool {
      tokens[first].end == tokens[first + 1].offset
        && texts.contains(tokens[first == index ? first + 1 : first].text)
    }
    return touches(index - 1, "=!<>") || touches(index, "=")
  }

  /// Whether the `in` at `index` is that of `for await`.
  private func isAwaitedSequence(_ index: Int) -> Bool {
    let word = tokens[body..<index].last { Self.loopWords.contains($0.text) || $0.text == "await" }
    return word?.text == "await"
  }

  private func indentation(of index: Int) -> String {
    source.tokens.indentation(at: tokens[index].offset)
  }

  /// Whether a word means something else inside another closure, or cannot be there. A member's name after a point counts as well.
  private func isUnableInside(_ word: String) -> Bool {
    Self.unableInside.contains(word) || word.first == "$" && word.dropFirst().allSatisfy(\.isNumber)
  }

  private static let unableInside: Set = ["{", "return", "throw", "try", "await", "super"]
}

extension SourceFiles.Source {
  /// The functions and variables that types of the file declare. What is constant is not isolated.
  fileprivate var declaredMembers: Set<String> {
    var members: Set<String> = []
    for brace in outline.braces where brace.kind == .type {
      members.formUnion(brace.functions.keys)
      let end = brace.end ?? tokens.tokens.count
      for index in brace.token + 2..<max(end, brace.token + 2)
      where tokens.tokens[index - 1].text == "var"
        && outline.innermost(around: index)?.token == brace.token
      { members.insert(tokens.tokens[index].text) }
    }
    return members
  }
}
