import LeakHeapModel

extension SuspectContext {
  /// Whether the file of the suspect's closure makes an object like the captured `self` for one call, `Flow(window).start()`, or for
  /// nothing, `_ = Audit(bus)`: the closure may be meant to keep it until the work is done.
  var isDroppedInSource: Bool {
    guard isSelf, suspect.isKeptByClosures, let name = capturedType?.name,
      let place = suspect.place,
      let source = SourceFiles.shared.source(of: place)
    else { return false }
    return source.dropsObjects(ofClassNamed: name)
  }
}

extension SourceFiles.Source {
  private var words: [SwiftTokens.Token] { tokens.tokens }

  /// Whether an object of the class is made somewhere that only a member is used of, or nothing.
  ///
  /// - Complexity: O(*n*) in the length of the file, and in the number of such places.
  func dropsObjects(ofClassNamed name: String) -> Bool {
    words.indices.dropFirst().contains { index in
      guard words[index].text == name, let end = words.end(ofObjectMadeAt: index) else {
        return false
      }
      var first = index
      while first > 1, words[first - 1].text == "." { first -= 2 }
      if first > 1, words[first - 1].text == "=", words[first - 2].text == "_" {
        return !words.hasMember(after: end)
      }
      guard words.hasMember(after: end) else { return false }
      return !gives([name, "Self"], by: words[end + 2].text)
    }
  }

  /// Whether a function or a property of this name has one of the types, or has it in its result.
  private func gives(_ types: Set<String>, by name: String) -> Bool {
    words.indices.dropFirst().contains { index in
      guard words[index].text == name, ["func", "let", "var"].contains(words[index - 1].text)
      else { return false }
      let declaration = words[(index + 1)...].prefix { !["{", "}", ";", "="].contains($0.text) }
      let isFunction = words[index - 1].text == "func"
      let arrow = declaration.indices.last {
        words[$0].text == ">" && words[$0 - 1].text == "-"
      }
      let result = isFunction ? arrow.map { declaration[$0...] } : declaration
      return result?.contains { types.contains($0.text) } ?? false
    }
  }
}

extension [SwiftTokens.Token] {
  /// Where the expression ends that makes an object of the type at `index`, with closures behind its parentheses; `nil` where none is
  /// made.
  fileprivate func end(ofObjectMadeAt index: Int) -> Int? {
    guard indices.contains(index + 1), self[index + 1].text == "(",
      self[index + 1].offset == self[index].end,
      !["class", "func", "extension", "init"].contains(self[index - 1].text),
      var end = closing(of: index + 1)
    else { return nil }
    while indices.contains(end + 1), self[end + 1].text == "{",
      self[end + 1].line == self[end].line,
      let next = closing(of: end + 1)
    {
      end = next
    }
    return end
  }

  /// Whether a member is used of what ends at `index`.
  fileprivate func hasMember(after index: Int) -> Bool {
    indices.contains(index + 2) && self[index + 1].text == "." && self[index + 2].isPlainWord
  }
}
