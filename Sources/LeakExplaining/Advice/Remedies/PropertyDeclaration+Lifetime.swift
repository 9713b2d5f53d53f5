import LeakHeapModel

extension PropertyDeclaration {
  /// Whether the type that declares it, or one of the `classes` that the file has, has code that may keep the object while nobody else
  /// does: a closure or a task that uses `self`, a method that is handed on, or one that awaits. The owner may go meanwhile.
  func mayKeepItself(inOneOf classes: [String]) -> Bool {
    let names = ownNames(andOf: classes)
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

  /// Whether the file shows somebody who may have the object without its owner, one of the `targets`: it is the result of a function, a
  /// property of another type, or a member of an owner that nothing keeps, `House().door`.
  ///
  /// - Parameter classes: The name of the object's class, and those of its superclasses.
  func mayBeKeptAlone(inOneOf classes: [String], without targets: [String]) -> Bool {
    let names = ownNames(andOf: classes)
    let owners = Self.ownNames(of: targets)
    return tokens.indices.contains { index in
      let word = tokens[index].text
      if owners.contains(word) { return source.member(ofObjectMadeAt: index) != nil }
      return names.contains(word)
        && (isResult(index) || isProperty(index, ofOtherThan: owners.union(names)))
    }
  }

  /// Whether the file shows an owner, one of the `targets`, that is made for the part that it gives away, and that nobody else keeps:
  /// `Connection().statement()`.
  ///
  /// - Parameter classes: The name of the part's class, and those of its superclasses.
  func mayKeepOwner(inOneOf classes: [String], owners targets: [String]) -> Bool {
    let parts = ownNames(andOf: classes)
    let owners = Self.ownNames(of: targets)
    return tokens.indices.contains { index in
      guard owners.contains(tokens[index].text), let member = source.member(ofObjectMadeAt: index)
      else { return false }
      return source.gives(parts, by: tokens[member].text)
    }
  }

  /// What the type that declares the property is called, and the `classes`, as in source.
  private func ownNames(andOf classes: [String]) -> Set<String> {
    var names = Self.ownNames(of: classes)
    if let own = typeKeyword, tokens.indices.contains(own + 1) {
      names.insert(tokens[own + 1].text)
    }
    return names
  }

  private static func ownNames(of types: [String]) -> Set<String> {
    Set(types.compactMap { TypeName($0).own })
  }

  /// Whether the type at `index` is a part of a function's result.
  private func isResult(_ index: Int) -> Bool {
    let before = tokens[..<index].reversed().prefix { !Self.typeEnds.contains($0.text) }
    return zip(before, before.dropFirst()).contains { $0.text == ">" && $1.text == "-" }
  }

  /// Whether the type at `index` is that of a variable of others than the types of these names.
  private func isProperty(_ index: Int, ofOtherThan names: Set<String>) -> Bool {
    let declaration = tokens[..<index].last { Self.declarations.contains($0.text) }
    guard let declaration, ["let", "var"].contains(declaration.text) else { return false }
    guard let around = source.outline.innermost(around: index) else { return true }
    return around.kind == .type && !isOfType(around.token, named: names)
  }

  /// What a property's type and value do not contain, and the words that they follow.
  private static let declarations: Set = [
    "{", "}", ";", "case", "func", "init", "let", "subscript", "var",
  ]

  private static let typeEnds: Set = ["{", "}", ";", "=", "func", "let", "var", "in"]

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
