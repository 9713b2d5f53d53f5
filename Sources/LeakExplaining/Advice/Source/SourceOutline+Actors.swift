extension SourceOutline {
  /// The type that a closure's or a method's `self` is of, as far as the heap tells.
  struct SelfType {
    /// Its own name, without those of what it is declared in.
    var name: String
    var isActor: Bool
  }

  /// Whether the code directly in the braces at `index` is isolated to the actor that it is written in: a weak `self` is not. `nil`
  /// where the type around is extended there and declared elsewhere, and `type` does not tell, and where the code is in a closure that
  /// a function gets which may send it elsewhere.
  func isOnActor(_ index: Int, _ tokens: [SwiftTokens.Token], of type: SelfType? = nil) -> Bool? {
    let isIsolated = isIsolated(index, tokens)
    if isIsolated == false { return false }
    let isInActor = isInActor(index, tokens, of: type)
    return isInActor == true ? isIsolated : isInActor
  }

  /// The same of the innermost braces around a line.
  func isOnActor(
    line: Int, _ tokens: [SwiftTokens.Token], of type: SelfType? = nil
  ) -> Bool? {
    let around = braces.indices.last { index in
      braces[index].kind != .type && braces[index].line <= line
        && braces[index].end.map { tokens[$0].line >= line } ?? true
    }
    return around.map { isOnActor($0, tokens, of: type) } ?? false
  }

  /// Whether the innermost type around the braces at `index` is an actor; `nil` where it is extended there, and that is not known.
  func isInActor(_ index: Int, _ tokens: [SwiftTokens.Token], of type: SelfType? = nil) -> Bool? {
    guard let keyword = keyword(ofTypeAround: index, tokens) else { return false }
    if tokens[keyword].text != "extension" { return tokens[keyword].text == "actor" }
    guard let name = tokens.nameOfType(at: keyword) else { return nil }
    let declared = Set(declarations(of: name, tokens))
    if declared == ["actor"] { return true }
    // What a protocol declares may be an actor's.
    if !declared.isEmpty, declared.isDisjoint(with: ["actor", "protocol"]) { return false }
    return switch type {
    case let type? where !type.isActor: false
    case let type? where type.name == name: true
    default: nil
    }
  }

  /// What the file declares under a name: `class`, `actor`.
  private func declarations(of name: String, _ tokens: [SwiftTokens.Token]) -> [String] {
    tokens.indices.dropFirst().compactMap { index in
      let keyword = tokens[index - 1].text
      guard tokens[index].text == name, keyword != "extension", tokens.isOfType(index - 1) else {
        return nil
      }
      return keyword == "actor" && !tokens[(index - 1)...].beginsWithActor ? nil : keyword
    }
  }

  /// The index of the word that declares or extends the innermost type around the braces at `index`.
  func keyword(ofTypeAround index: Int, _ tokens: [SwiftTokens.Token]) -> Int? {
    let type = ancestors(of: index).first { braces[$0].kind == .type }
    return type.flatMap { tokens.typeKeyword(before: braces[$0].token) }
  }

  /// Whether nothing takes the isolation of the type away from the code directly in the braces at `index`: the word `nonisolated`, the
  /// attribute of a global actor or of what is sendable, a task of its own, or that an initializer does not wait. `nil` where the
  /// declaration of a function would tell.
  private func isIsolated(_ index: Int, _ tokens: [SwiftTokens.Token]) -> Bool? {
    let around = [index] + ancestors(of: index).prefix { braces[$0].kind != .type }
    if let type = keyword(ofTypeAround: index, tokens),
      tokens.modifiers(before: type).contains("nonisolated")
    {
      return false
    }
    let answers = around.map { index -> Bool? in
      switch braces[index].kind {
      case .closure: isIsolatedClosure(index, tokens)
      case .declaration: isIsolatedFunction(index, tokens)
      case .block, .type: true
      }
    }
    return answers.contains(false) ? false : answers.contains(nil) ? nil : true
  }

  /// Whether a closure has the isolation of the code around: one that is stored has, and a function may ask for one that it can send,
  /// of which the closure itself shows nothing.
  private func isIsolatedClosure(_ index: Int, _ tokens: [SwiftTokens.Token]) -> Bool? {
    let start = braces[index].token
    var head = start + 1
    while tokens.indices.contains(head + 1), tokens[head].text == "@" {
      if Self.isEndingIsolation("@" + tokens[head + 1].text) { return false }
      head += 2
    }
    guard let callee = tokens.callee(ofClosureAt: start) else {
      // `async let run = {`
      return start < 4 || tokens[start - 1].text != "="
        || tokens[(start - 4)..<(start - 2)].map(\.text) != ["async", "let"]
    }
    if Self.separateTasks.contains(tokens[callee].text) { return false }
    return tokens.isTask(callee) ? true : nil
  }

  private func isIsolatedFunction(_ index: Int, _ tokens: [SwiftTokens.Token]) -> Bool {
    guard let keyword = keyword(ofFunctionAt: index, tokens) else { return true }
    let modifiers = tokens.modifiers(before: keyword)
    if modifiers.contains(where: Self.isEndingIsolation) { return false }
    switch tokens[keyword].text {
    case "deinit": return modifiers.contains("isolated")
    case "init": return tokens[keyword..<braces[index].token].contains { $0.text == "async" }
    default: return true
    }
  }

  /// The index of the word that declares the function or the computed property whose braces are at `index`; `nil` for an accessor.
  func keyword(ofFunctionAt index: Int, _ tokens: [SwiftTokens.Token]) -> Int? {
    var depth = 0
    for position in tokens[..<braces[index].token].indices.reversed() {
      switch tokens[position].text {
      case ")", "]", "}": depth += 1
      case "(", "[", "{":
        if depth == 0 { return nil }
        depth -= 1
      case let word
      where depth == 0 && Self.functionWords.contains(word)
        && (position == 0 || tokens[position - 1].text != "."):
        return position
      default: break
      }
    }
    return nil
  }

  private static func isEndingIsolation(_ modifier: String) -> Bool {
    ["nonisolated", "@Sendable", "@concurrent"].contains(modifier)
      || modifier.hasPrefix("@") && modifier.hasSuffix("Actor")
  }

  private static let functionWords: Set = ["func", "init", "deinit", "subscript", "var"]
  /// The functions that run a closure as a task which is not on the actor of the code around.
  private static let separateTasks: Set = [
    "detached", "immediateDetached", "addTask", "addTaskUnlessCancelled", "addImmediateTask",
    "addImmediateTaskUnlessCancelled",
  ]
}

extension [SwiftTokens.Token] {
  /// The index of the last word before the one at `index` that declares or extends a type.
  func typeKeyword(before index: Int) -> Int? { self[..<index].indices.last(where: isOfType) }

  /// Whether the word at `index` declares or extends a type.
  fileprivate func isOfType(_ index: Int) -> Bool { Self.typeWords.contains(self[index].text) }

  private static let typeWords: Set = [
    "class", "struct", "enum", "actor", "protocol", "extension",
  ]

  /// The modifiers, and with their `@` the attributes, that stand before the word at `index` which declares something.
  func modifiers(before index: Int) -> Set<String> {
    var found: Set<String> = []
    var index = index - 1
    while let modifier = modifier(endingAt: index) {
      found.insert(modifier.text)
      index = modifier.start - 1
    }
    return found
  }

  /// The modifier, or with its `@` the attribute, whose last token is at `index`, by its own name alone, and where it begins: `private`
  /// of `private(set)`, `@Setting` of `@Shop.Setting<Int>("volume")`.
  private func modifier(endingAt index: Int) -> (text: String, start: Int)? {
    var word = index
    if indices.contains(word), self[word].text == ")" { word = (opening(before: word) ?? 0) - 1 }
    // The end of an arrow is none of generic arguments.
    if word > 0, self[word].text == ">", self[word - 1].text != "-" {
      word = (openingAngle(of: word) ?? 0) - 1
    }
    guard indices.contains(word), self[word].isPlainWord else { return nil }
    var start = word
    while start > 1, self[start - 1].text == ".", self[start - 2].isPlainWord { start -= 2 }
    if start > 0, self[start - 1].text == "@" { return ("@" + self[word].text, start - 1) }
    guard word == 0 || self[word - 1].text != ".", Self.modifierWords.contains(self[word].text)
    else { return nil }
    return (self[word].text, word)
  }

  private static let modifierWords: Set = [
    "private", "fileprivate", "internal", "package", "public", "open", "final", "static", "class",
    "override", "required", "convenience", "mutating", "nonmutating", "consuming", "borrowing",
    "nonisolated", "isolated", "distributed", "lazy", "weak", "unowned", "dynamic", "optional",
    "indirect",
  ]
}
