import LeakHeapModel

extension SuspectContext {
  /// What to do with a closure that captures `self`, and that the `deinit` of the object which stores it calls: a weak `self` is `nil` by
  /// then where that object is `self`, or goes with `self`.
  var cleanUp: String? {
    guard isSelf, let property = propertyOfClosure, let name = property.label.propertyName,
      property.source.visibility == .program, let place = suspect.place,
      let source = SourceFiles.shared.source(of: place),
      let type = TypeName(property.source.name).nominal.split(separator: ".").last,
      source.usesInDeinit(name, ofClassNamed: String(type))
    else { return nil }
    let used = membersUsed.map { ", [\($0.joined(separator: ", "))]," } ?? ""
    return
      "Let \(self.place) capture what it uses\(used) and not self: a deinit calls it, and a weak self may be nil by then."
  }
}

extension SourceFiles.Source {
  private var words: [SwiftTokens.Token] { tokens.tokens }

  /// Whether a `deinit` of the class uses the property, or a method that it calls does.
  ///
  /// - Complexity: O(*n*) in the length of the file, for each call in the `deinit`.
  func usesInDeinit(_ property: String, ofClassNamed name: String) -> Bool {
    words.indices.contains { index in
      guard words[index].text == "deinit", let brace = words.opening(before: index),
        let head = words.typeKeyword(before: brace), words.indices.contains(head + 1),
        words[head + 1].text == name, let body = body(after: index)
      else { return false }
      return uses(property, in: body)
        || body.contains { call in
          words[call].isPlainWord && words[call + 1].text == "("
            && words.indices.dropFirst().contains {
              words[$0].text == words[call].text && words[$0 - 1].text == "func"
                && self.body(after: $0).map { uses(property, in: $0) } == true
            }
        }
    }
  }

  /// The tokens between the next braces.
  private func body(after index: Int) -> Range<Int>? {
    guard let start = words[index...].firstIndex(where: { $0.text == "{" }),
      let end = words.closing(of: start)
    else { return nil }
    return start + 1..<end
  }

  /// Whether the property is called there, or its elements are.
  private func uses(_ property: String, in body: Range<Int>) -> Bool {
    body.contains { index in
      guard words[index].text == property else { return false }
      return ["(", "?", "!", "."].contains(words[index + 1].text)
        || words[index - 1].text == "in"
    }
  }
}
