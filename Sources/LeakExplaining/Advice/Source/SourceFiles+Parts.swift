/// What a file shows of parts, and of who else has them than their owners.
extension SourceFiles.Source {
  private var words: [SwiftTokens.Token] { tokens.tokens }

  /// Whether the file shows somebody who may have an object of one of these types, or what it stands for, without its owner.
  ///
  /// - Parameter property: The owner's property that has the object, where that is told.
  func showsAlone(_ parts: Set<String>, owners: Set<String>, as property: String?) -> Bool {
    words.indices.contains { index in
      let word = words[index].text
      if owners.contains(word), member(ofObjectMadeAt: index) != nil { return true }
      if word == property, isTaken(index, from: owners) { return true }
      // What stands for anything stands for the part where the owner gives it.
      let isAny = ["Any", "AnyObject"].contains(word)
      guard parts.contains(word) || isAny && isIn(owners, index) else { return false }
      return isResult(index) || isClosureArgument(index)
        || isProperty(index, ofOtherThan: owners.union(parts))
    }
  }

  /// Whether the file declares a type of one of these names itself, and does not have all of the `words` that tell a part from others.
  func hasNamesakes(of names: Set<String>, beside words: Set<String>?) -> Bool {
    let tokens = self.words
    let declares = names.contains { name in
      ["actor", "class", "enum", "struct"].contains { !tokens.heads(of: name, keyword: $0).isEmpty }
    }
    guard declares else { return false }
    let others = words.map { words in words.subtracting(tokens.lazy.map(\.text)) }
    return others?.isEmpty != true
  }

  /// Whether the property at `index` of an owner is read by somebody else, as a whole or one of its elements: `let view = screen.view`.
  private func isTaken(_ index: Int, from owners: Set<String>) -> Bool {
    guard index > 1, words[index - 1].text == ".", words[index - 2].text != "self",
      !isIn(owners, index)
    else { return false }
    // What is read into nothing.
    if index > 3, words[index - 3].text == "=", words[index - 4].text == "_" { return false }
    var end = index + 1
    while words.indices.contains(end + 1) {
      switch words[end].text {
      case "?", "!": end += 1
      // One element, and what is behind it.
      case "[": end = (words.closing(of: end) ?? end) + 1
      case "=": return words[end + 1].text == "="
      case ".": return Self.readers.contains(words[end + 1].text)
      case "(": return false
      default: return true
      }
    }
    return true
  }

  /// Members of an optional or a collection that give what is in it.
  private static let readers: Set = [
    "compactMap", "filter", "first", "flatMap", "last", "map", "popLast", "randomElement",
    "removeFirst",
    "removeLast", "self", "values",
  ]

  /// Whether the word at an index is in one of these types.
  private func isIn(_ types: Set<String>, _ index: Int) -> Bool {
    outline.braces.contains {
      $0.kind == .type && $0.token < index && index < $0.end ?? .max
        && words.isOfType($0.token, named: types)
    }
  }

  /// Whether the type at `index` is a part of a function's result.
  private func isResult(_ index: Int) -> Bool {
    let before = words[..<index].reversed().prefix { !Self.typeEnds.contains($0.text) }
    return zip(before, before.dropFirst()).contains { $0.text == ">" && $1.text == "-" }
  }

  /// Whether the type at `index` is that of what a closure gets: `use: (Part) -> Void`.
  private func isClosureArgument(_ index: Int) -> Bool {
    var opening = words.opening(before: index)
    while let place = opening, words[place].text == "[" { opening = words.opening(before: place) }
    guard let opening, words[opening].text == "(", var next = words.closing(of: opening) else {
      return false
    }
    // The parameters of a function, `func use(_ part: Part) -> Int`.
    let declaration = words[..<opening].reversed().prefix {
      !["(", ")", "{", "}", ";", "=", ":"].contains($0.text)
    }
    if declaration.contains(where: { ["func", "init", "subscript"].contains($0.text) }) {
      return false
    }
    next += 1
    while words.indices.contains(next), ["async", "throws"].contains(words[next].text) { next += 1 }
    if words.indices.contains(next), words[next].text == "(", words[next - 1].text == "throws" {
      next = (words.closing(of: next) ?? next) + 1
    }
    return words.indices.contains(next + 1) && words[next].text == "-"
      && words[next + 1].text == ">"
  }

  /// Whether the type at `index` is that of a variable of others than the types of these names.
  private func isProperty(_ index: Int, ofOtherThan names: Set<String>) -> Bool {
    let declaration = words[..<index].last { Self.declarations.contains($0.text) }
    guard let declaration, ["let", "var"].contains(declaration.text) else { return false }
    guard let around = outline.innermost(around: index) else { return true }
    return around.kind == .type && !words.isOfType(around.token, named: names)
  }

  /// What a property's type and value do not contain, and the words that they follow.
  private static let declarations: Set = [
    "{", "}", ";", "case", "func", "init", "let", "subscript", "var",
  ]

  private static let typeEnds: Set = ["{", "}", ";", "=", "func", "let", "var", "in"]
}

extension [SwiftTokens.Token] {
  /// Whether the braces at an index are those of a type of one of these names, or of an extension of it.
  func isOfType(_ brace: Int, named names: Set<String>) -> Bool {
    typeKeyword(before: brace).flatMap(nameOfType).map(names.contains) ?? false
  }

  /// The name of the type that is declared or extended by the word at `head`, without the names of the types around it.
  func nameOfType(at head: Int) -> String? {
    var name = head + 1
    while indices.contains(name + 2), self[name + 1].text == "." { name += 2 }
    return indices.contains(name) ? self[name].text : nil
  }

  /// What another file has to name for the type that is declared at `head`: it, and those that it is in; `nil` where no other file can.
  func names(ofTypeAt head: Int) -> Set<String>? {
    var names: Set<String> = []
    var head = head
    while true {
      guard indices.contains(head + 1),
        modifiers(before: head).isDisjoint(with: ["private", "fileprivate"])
      else { return nil }
      names.insert(self[head + 1].text)
      guard let brace = opening(before: head) else { return names }
      // A type that a function declares.
      guard let outer = typeKeyword(before: brace),
        self[outer...brace].allSatisfy({
          !["{", "}", "func", "var"].contains($0.text) || $0 == self[brace]
        })
      else { return nil }
      head = outer
    }
  }

  /// The protocols and superclasses of these types, as the file declares them. Those that say nothing about what a type is for do not
  /// count.
  func protocols(of types: Set<String>) -> Set<String> {
    let declarations = types.flatMap { name in
      ["class", "actor", "extension"].flatMap { heads(of: name, keyword: $0) }
    }
    let names = declarations.flatMap(inheritance).map { $0.name }
    return Set(names).subtracting(PropertyDeclaration.others).subtracting(
      PropertyDeclaration.sendable)
  }
}
