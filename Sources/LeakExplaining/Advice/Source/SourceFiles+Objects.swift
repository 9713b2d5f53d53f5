extension SourceFiles.Source {
  private var words: [SwiftTokens.Token] { tokens.tokens }

  /// Whether an object of the class is made somewhere that only a member is used of, `Flow(window).start()`, or nothing,
  /// `_ = Audit(bus)`.
  ///
  /// - Complexity: O(*n*) in the length of the file, for each such place.
  func dropsObjects(ofClassNamed name: String) -> Bool {
    words.indices.dropFirst().contains { index in
      guard words[index].text == name, let end = end(ofObjectMadeAt: index) else { return false }
      if let member = member(after: end) { return !gives([name, "Self"], by: words[member].text) }
      var first = index
      while first > 1, words[first - 1].text == "." { first -= 2 }
      while first > 1, ["try", "await", "?", "!"].contains(words[first - 1].text) { first -= 1 }
      return first > 1 && words[first - 1].text == "=" && words[first - 2].text == "_"
    }
  }

  /// Where the member's name is that alone is used of an object of the type at `index`; `nil` where no object is made there for that.
  func member(ofObjectMadeAt index: Int) -> Int? {
    end(ofObjectMadeAt: index).flatMap(member(after:))
  }

  /// Where the expression ends that makes an object of the type at `index`.
  private func end(ofObjectMadeAt index: Int) -> Int? {
    guard words.indices.contains(index + 1), words[index + 1].text == "(",
      words[index + 1].offset == words[index].end,
      index == 0 || !["class", "extension", "func", "init"].contains(words[index - 1].text),
      var end = words.closing(of: index + 1)
    else { return nil }
    // Closures may follow.
    while words.indices.contains(end + 1), words[end + 1].text == "{",
      words[end + 1].line == words[end].line, let next = words.closing(of: end + 1)
    {
      end = next
    }
    return end
  }

  /// Where the member's name is that is used of what ends at `index`.
  private func member(after index: Int) -> Int? {
    let isUsed =
      words.indices.contains(index + 2) && words[index + 1].text == "."
      && words[index + 2].isPlainWord
    return isUsed ? index + 2 : nil
  }

  /// Whether a function of this name has one of the types in its result, or a property is of one.
  func gives(_ types: Set<String>, by name: String) -> Bool {
    words.indices.dropFirst().contains { index in
      guard words[index].text == name, ["func", "let", "var"].contains(words[index - 1].text)
      else { return false }
      let declaration = words[(index + 1)...].prefix { !["{", "}", ";", "="].contains($0.text) }
      let arrow = declaration.indices.last { words[$0].text == ">" && words[$0 - 1].text == "-" }
      let type = words[index - 1].text == "func" ? arrow.map { declaration[$0...] } : declaration
      if type?.contains(where: { types.contains($0.text) }) == true { return true }
      // `let field = Field()`
      let value = declaration.endIndex + 1
      return words[index - 1].text != "func" && words.indices.contains(value)
        && words[value - 1].text == "=" && types.contains(words[value].text)
        && outline.innermost(around: index)?.kind == .type
    }
  }

  /// Whether a `deinit` of the class calls what the property has, or a method of the class does that it calls.
  ///
  /// - Complexity: O(*n*) in the length of the file, for each call in the `deinit`.
  func callsInDeinit(_ property: String, ofClassNamed name: String) -> Bool {
    let types = outline.braces.filter { brace in
      guard brace.kind == .type, let head = words.typeKeyword(before: brace.token) else {
        return false
      }
      return words.indices.contains(head + 1) && words[head + 1].text == name
    }
    let members = types.flatMap { type in
      (type.token + 1..<(type.end ?? words.count)).filter { words[$0].text == "deinit" }
    }
    return members.compactMap(body).contains { body in
      calls(property, in: body)
        || body.contains { call in
          isOwnCall(call)
            && types.contains { type in
              (type.token + 1..<(type.end ?? words.count)).contains {
                words[$0].text == words[call].text && words[$0 - 1].text == "func"
                  && self.body(after: $0).map { calls(property, in: $0) } == true
              }
            }
        }
    }
  }

  /// Whether a method of `self` is called at `index`.
  private func isOwnCall(_ index: Int) -> Bool {
    words[index].isPlainWord && words[index + 1].text == "("
      && (words[index - 1].text != "." || words[index - 2].text == "self")
  }

  /// The tokens between the next braces.
  private func body(after index: Int) -> Range<Int>? {
    guard let start = words[index...].firstIndex(where: { $0.text == "{" }),
      let end = words.closing(of: start)
    else { return nil }
    return start + 1..<end
  }

  /// Whether the property is called there, or its elements are.
  private func calls(_ property: String, in body: Range<Int>) -> Bool {
    body.contains { index in
      guard words[index].text == property,
        words[index - 1].text != "." || words[index - 2].text == "self"
      else { return false }
      return ["(", "?", "!", "."].contains(words[index + 1].text)
        || words[index - 1].text == "in"
    }
  }
}
