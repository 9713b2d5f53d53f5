import LeakHeapReading

/// The change that makes a local function a closure with a weak capture.
struct LocalFunctionEdit {
  /// The edits; `nil` where no function without parameters, effects and result, `func name() {`, is declared on the line, or where it
  /// would mean something else as a closure.
  ///
  /// A closure can be used only behind its declaration, and not in itself, and it can use only variables that have their values
  /// before it; it can use other local functions, but then it keeps what they capture.
  ///
  /// - Parameter type: The type of its `self`, as far as that is known.
  static func edits(
    _ source: SourceFiles.Source, line: Int, name: String, in type: SourceOutline.SelfType? = nil
  ) -> [SourceEdit]? {
    let tokens = source.tokens.tokens
    let outline = source.outline
    let words = ["func", name, "(", ")", "{"]
    let starts = tokens.indices.filter { index in
      tokens[index].line == line && tokens[index...].prefix(words.count).map(\.text) == words
    }
    guard starts.count == 1, let start = starts.first, start > 1,
      let function = outline.braces.firstIndex(where: { $0.token == start + words.count - 1 }),
      let end = outline.braces[function].end,
      outline.isInActor(function, tokens, of: type) == false,
      // An attribute, or a modifier.
      tokens[start - 1].line < line, tokens[start - 2].text != "@"
    else { return nil }
    let body = start + words.count
    let ancestors = outline.ancestors(of: function).prefix { outline.braces[$0].kind != .type }
    // A closure is not `Sendable` as a function of an actor's is.
    guard body < end, let around = ancestors.last,
      !isSent(name, in: outline.braces[around], source),
      !(outline.braces[around].token..<start).contains(where: { tokens[$0].text == name })
    else { return nil }
    let unable = ancestors.reduce(into: ["super"] as Set) {
      $0.formUnion(outline.braces[$1].functions.keys)
    }
    guard
      !(body..<end).contains(where: {
        unable.contains(tokens[$0].text) || source.callsLocal(at: $0, in: outline.braces[function])
          || source.handsOnFunction(at: $0, in: outline.braces[function])
      }),
      !hasClosureWithoutSelf(in: body..<end, source),
      !ancestors.contains(where: {
        setsVariable(of: outline.braces[$0], behind: end, usedIn: body..<end, source)
      })
    else { return nil }
    return [
      SourceEdit(
        source, tokens[start].offset..<tokens[body - 1].end,
        "let \(name): () -> Void = { [weak self] in"),
      source.unwrapping(["self"], orReturning: "return", at: body, behind: body - 1),
    ]
  }

  /// Whether the function is awaited, as one of an actor is elsewhere, or a global actor's is handed on.
  private static func isSent(
    _ name: String, in scope: SourceOutline.Brace, _ source: SourceFiles.Source
  ) -> Bool {
    let tokens = source.tokens.tokens
    let isGlobalActors = zip(tokens, tokens.dropFirst()).contains { before, word in
      ["@", "."].contains(before.text) && word.text.hasSuffix("Actor")
    }
    return (scope.token..<(scope.end ?? tokens.count)).contains { index in
      guard tokens[index].text == name else { return false }
      let isArgument =
        ["(", ",", ":"].contains(tokens[index - 1].text)
        && [")", ","].contains(tokens[index + 1].text)
      return tokens[index - 1].text == "await" || isGlobalActors && isArgument
    }
  }

  /// Whether a closure in `body` may use a member of `self` without saying so: in Swift 5 mode it has to, behind a weak `self`, also
  /// where it is a task's or captures `self`.
  private static func hasClosureWithoutSelf(
    in body: Range<Int>, _ source: SourceFiles.Source
  ) -> Bool {
    source.outline.braces.contains { inner in
      guard inner.kind == .closure, body.contains(inner.token), let end = inner.end else {
        return false
      }
      let head = ClosureHead(source.tokens.tokens, brace: inner.token)
      let captured = Set(head?.list?.entries.map(\.name) ?? [])
      return source.mayUseMembers(
        in: (head?.end ?? inner.token) + 1..<end, around: end - 1, besides: captured)
    }
  }

  /// Whether a variable that is declared directly in `scope`, and used in `body`, has its value only behind the token at `end`.
  private static func setsVariable(
    of scope: SourceOutline.Brace, behind end: Int, usedIn body: Range<Int>,
    _ source: SourceFiles.Source
  ) -> Bool {
    let tokens = source.tokens.tokens
    let range = scope.token + 1..<(scope.end ?? tokens.count - 1)
    let used = Set(body.filter { tokens[$0 - 1].text != "." }.map { tokens[$0].text })
    return range.contains { index in
      guard used.contains(tokens[index].text), source.declares(index),
        source.outline.innermost(around: index)?.token == scope.token
      else { return false }
      if index > end { return true }
      if let declaration = PropertyDeclaration(source, nameAt: index),
        declaration.value != nil || declaration.hasObservers || declaration.isEmptyOptional
      {
        return false
      }
      return (end..<range.upperBound).contains {
        tokens[$0].text == tokens[index].text && isSet(at: $0, tokens)
      }
    }
  }

  /// Whether the variable at `position` gets a value there, alone or as one of several in parentheses.
  private static func isSet(at position: Int, _ tokens: [SwiftTokens.Token]) -> Bool {
    guard tokens[position - 1].text != "." else { return false }
    var next = position + 1
    if ["(", ","].contains(tokens[position - 1].text) {
      var depth = 1
      while next < tokens.count, depth > 0 {
        switch tokens[next].text {
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        default: break
        }
        next += 1
      }
    }
    let words = tokens[next...].prefix(2).map(\.text)
    return words.first == "=" && words.last != "="
  }
}

extension PropertyDeclaration {
  /// Whether the variable is an optional one, which is `nil` where it has no value.
  fileprivate var isEmptyOptional: Bool {
    tokens[keyword].text == "var"
      && type?.last.map { ["?", "!"].contains(tokens[$0].text) } == true
  }
}
