import LeakHeapModel

extension PropertyDeclaration {
  /// Whether the type that declares it, or one of the `classes` that the file has, has code that may keep the object while nobody else
  /// does: a closure or a task that uses `self`, a method that is handed on, or one that awaits. The owner may go meanwhile.
  func mayKeepItself(inOneOf classes: [String]) -> Bool {
    let tokens = tokens
    var names = Set(
      classes.compactMap { TypeName($0).nominal.split(separator: ".").last.map(String.init) })
    if let own = typeKeyword, tokens.indices.contains(own + 1) {
      names.insert(tokens[own + 1].text)
    }
    let braces = source.outline.braces
    return braces.indices.contains { type in
      guard braces[type].kind == .type, isOfType(braces[type].token, named: names),
        let end = braces[type].end
      else { return false }
      let methods = braces[type].functions
      return (braces[type].token + 1..<end).contains {
        isWaiting($0) || isMethodAsValue($0, of: methods)
      }
        || braces.indices.contains { index in
          let brace = braces[index]
          return brace.kind == .closure
            && source.outline.ancestors(of: index).first { braces[$0].kind == .type } == type
            && (brace.usesSelf || brace.isTask || brace.capturesSelfWeakly
              || brace.capturesSelfStrongly || brace.evaluatesSelf)
        }
    }
  }

  /// Whether the braces at an index are those of a type of one of these names, or of an extension of it.
  private func isOfType(_ brace: Int, named names: Set<String>) -> Bool {
    guard let head = tokens.typeKeyword(before: brace) else { return false }
    var name = head + 1
    while tokens.indices.contains(name + 2), tokens[name + 1].text == "." { name += 2 }
    return tokens.indices.contains(name) && names.contains(tokens[name].text)
  }

  private func isWaiting(_ index: Int) -> Bool {
    ["async", "await"].contains(tokens[index].text) && tokens[index - 1].text != "."
  }

  /// Whether one of the type's methods is used as a value: `queue.async(execute: run)`.
  private func isMethodAsValue(_ index: Int, of methods: [String: Int]) -> Bool {
    guard methods[tokens[index].text] != nil, [")", ","].contains(tokens[index + 1].text) else {
      return false
    }
    let before = tokens[index - 1].text
    return ["(", ",", ":"].contains(before) || before == "." && tokens[index - 2].text == "self"
  }
}
