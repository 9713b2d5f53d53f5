import LeakHeapReading
import LeakSymbolication

/// Closures that capture a whole structure for its parts, unless their capture lists name the parts: in its own methods, or by a
/// variable.
extension ClosureEdit {
  /// The edits that make the closure capture `part`, a stored property of a structure, weakly, where it uses that at all, and of the
  /// others those that it uses; `nil` where it may use more than that of the structure.
  ///
  /// - Parameters:
  ///   - carrier: The variable that has the structure.
  ///   - canBeWeak: Whether the part's type is one that can be weak: of another one there are edits only where it is not used.
  ///   - structure: The structure's properties; `nil` for those of the one that the closure is written in.
  func capturing(
    part: String, of carrier: String = "self", canBeWeak: Bool = true,
    structure: [String: PropertyLines.Property]? = nil,
    result: FunctionName.Signature.Result?, emptyValue: String?
  ) -> [SourceEdit]? {
    guard head.list == nil,
      let properties = structure ?? source.properties.structure(at: brace.line),
      let isOptional = isOptional(part, among: properties),
      let uses = uses(of: carrier, among: properties), !uses.names.isEmpty,
      canBeWeak || !uses.names.contains(part)
    else { return nil }
    func capture(_ name: String, isOptional: Bool = false) -> Capture {
      Capture(
        name: name, isOptional: isOptional, value: carrier == "self" ? nil : "\(carrier).\(name)")
    }
    let captures = uses.names.contains(part) ? [capture(part, isOptional: isOptional)] : []
    return capturing(
      captures, result: result, emptyValue: emptyValue,
      beside: uses.names.filter { $0 != part }.map { capture($0) }, membersOf: carrier
    )?.removing(uses.qualifiers)
  }

  /// The stored properties of the structure in `carrier` that the closure uses, and the edits that take away what stands before
  /// them; `nil` where it may use more of the structure.
  private func uses(
    of carrier: String, among properties: [String: PropertyLines.Property]
  ) -> (names: [String], qualifiers: [SourceEdit])? {
    guard let end = brace.end, body < end else { return nil }
    var names: [String] = []
    var qualifiers: [SourceEdit] = []
    var qualified: Set<String> = []
    var bare: Set<String> = []
    for index in body..<end {
      let word = tokens[index].text
      var name = word
      if word == carrier, tokens[index - 1].text != "." {
        guard index + 2 < end, tokens[index + 1].text == "." else { return nil }
        name = tokens[index + 2].text
        qualified.insert(name)
        qualifiers.append(
          SourceEdit(source, tokens[index].offset..<tokens[index + 2].offset, ""))
      } else {
        // What a wrapper gives is one of the whole structure's.
        if carrier == "self", word.first == "$", !word.dropFirst().allSatisfy(\.isNumber),
          tokens[index - 1].text != "."
        {
          return nil
        }
        guard isUsedVariable(at: index) else { continue }
        if carrier != "self" { bare.insert(word) }
        if carrier != "self" || isLocal(word) { continue }
      }
      guard declaration(of: name, among: properties) != nil else { return nil }
      if !names.contains(name) { names.append(name) }
    }
    // Another variable of that name.
    if qualified.contains(where: { bare.contains($0) || carrier == "self" && isLocal($0) }) {
      return nil
    }
    return (names, qualifiers)
  }

  /// The constants of `self` that the closure calls something of, in order, where it uses `self` for nothing else; `nil` where it does. A
  /// variable may have another value, or be a structure that a copy does not change.
  var membersUsed: [String]? {
    guard let end = brace.end, head.list == nil, !allowsImplicitSelf else { return nil }
    var names: [String] = []
    for index in body..<end where tokens[index].text == "self" {
      let words = tokens[index...].prefix(4).map(\.text)
      guard tokens[index - 1].text != ".", words.count == 4, words[1] == ".", words[3] == ".",
        let member = ownProperty(at: index + 2), tokens[member.keyword].text == "let"
      else { return nil }
      if !names.contains(words[2]) { names.append(words[2]) }
    }
    return names.isEmpty ? nil : names
  }

  /// Whether all that the closure does with `self` is to set stored properties that nothing observes, and it calls nothing: when `self`
  /// has gone, it has nothing to do.
  var changesOwnStateAlone: Bool {
    guard let end = brace.end, head.list == nil, !allowsImplicitSelf,
      !(body..<end).contains(where: { ["(", "{"].contains(tokens[$0].text) })
    else { return false }
    let uses = (body..<end).filter { tokens[$0].text == "self" }
    return !uses.isEmpty
      && uses.allSatisfy { index in
        guard tokens[index - 1].text != ".", index + 4 < end, tokens[index + 1].text == ".",
          ownProperty(at: index + 2)?.hasObservers == false
        else { return false }
        let isAdding = ["+", "-"].contains(tokens[index + 3].text)
        let sign = index + (isAdding ? 4 : 3)
        return tokens[sign].text == "=" && tokens[sign + 1].text != "="
          && (!isAdding || tokens[sign - 1].end == tokens[sign].offset)
      }
  }

  /// The declaration of the stored property of the class around whose name is the token at `index`, where the file has it.
  private func ownProperty(at index: Int) -> PropertyDeclaration? {
    PropertyDeclaration(
      source, nameAt: source.properties.token(of: tokens[index].text, inTypeAt: brace.line))
  }

  /// Whether a stored property is optional; `nil` where it is none, or its declaration does not tell that.
  private func isOptional(
    _ part: String, among properties: [String: PropertyLines.Property]
  ) -> Bool? {
    guard let declaration = declaration(of: part, among: properties) else { return nil }
    if let type = declaration.type?.last { return ["?", "!"].contains(tokens[type].text) }
    // An initializer that may fail makes it optional.
    guard let end = brace.end, let value = declaration.value, let first = value.first,
      value.count > 2, tokens[first].text.first?.isUppercase == true,
      tokens[first + 1].text == "(", tokens[value.upperBound - 1].text == ")",
      !(body..<end).contains(where: {
        tokens[$0].text == part && ["?", "!"].contains(tokens[$0 + 1].text)
      })
    else { return nil }
    return false
  }

  /// The declaration of a stored property, if it is one.
  private func declaration(
    of name: String, among properties: [String: PropertyLines.Property]
  ) -> PropertyDeclaration? {
    let declaration = PropertyDeclaration(source, nameAt: properties[name]?.token)
    return declaration?.hasObservers == true ? nil : declaration
  }

  /// Whether the token at `index` may be a variable, or a function that is called.
  private func isUsedVariable(at index: Int) -> Bool {
    let word = tokens[index].text
    guard let first = word.first, first.isLowercase || first == "_" || first == "`",
      !SourceFiles.Source.keywords.contains(word), tokens[index - 1].text != "."
    else { return false }
    return !source.isLabel(index)
  }

  /// Whether the word is a parameter of the closure, or of the function around it, or a variable that is declared in there.
  private func isLocal(_ word: String) -> Bool {
    if (brace.token..<body).contains(where: { tokens[$0].text == word }) { return true }
    guard let end = brace.end else { return false }
    return source.isLocal(word, in: end)
  }
}

extension SourceFiles.Source {
  /// Whether the word is a parameter of a function or a closure around the token at `index`, or a variable that is declared in one of
  /// them before.
  func isLocal(_ word: String, in index: Int) -> Bool {
    let tokens = tokens.tokens
    for brace in outline.braces.indices.reversed()
    where outline.braces[brace].token < index && index < outline.braces[brace].end ?? .max {
      let start = outline.braces[brace].token
      switch outline.braces[brace].kind {
      case .type: return false
      case .block: continue
      case .closure where isBound(word, byClosureAt: start): return true
      case .declaration where isParameter(word, ofFunctionAt: brace): return true
      case .closure, .declaration: break
      }
      if (start + 1..<index).contains(where: { tokens[$0].text == word && declares($0) }) {
        return true
      }
    }
    return false
  }

  /// Whether the word at `index` calls what the closure or the local function in `brace` got as a parameter, or has from a function or a
  /// closure around: `done(`, `done?(`, `$0(`.
  func callsLocal(at index: Int, in brace: SourceOutline.Brace) -> Bool {
    let tokens = tokens.tokens
    let word = tokens[index].text
    // What begins with an upper-case letter makes a value of a type.
    guard tokens[index - 1].text != ".",
      word.first.map({ $0.isLetter && !$0.isUppercase || "_`$".contains($0) }) == true,
      tokens[index + 1].text == "("
        || "?!".contains(tokens[index + 1].text) && tokens[index + 2].text == "("
    else { return false }
    if word.first == "$", word.dropFirst().allSatisfy(\.isNumber) {
      return outline.innermostFunction(around: index)?.token == brace.token
    }
    return brace.kind == .closure && isBound(word, byClosureAt: brace.token)
      || isLocal(word, in: brace.token)
  }

  /// Whether the closure whose brace is the token at `start` has a parameter of this name, or a capture list with it.
  private func isBound(_ word: String, byClosureAt start: Int) -> Bool {
    let tokens = tokens.tokens
    guard let head = ClosureHead(tokens, brace: start) else { return false }
    if head.list?.entries.contains(where: { $0.name == word }) == true { return true }
    let parameters = head.list.map { $0.end + 1 } ?? head.start
    return head.end.map { end in
      (parameters..<end).contains { tokens[$0].text == word && tokens[$0 + 1].text != "." }
    } ?? false
  }

  /// Whether the function whose braces are at `brace` has a parameter of this name.
  private func isParameter(_ word: String, ofFunctionAt brace: Int) -> Bool {
    let tokens = tokens.tokens
    guard let keyword = outline.keyword(ofFunctionAt: brace, tokens) else {
      let last = outline.braces[brace].token - 1
      // `set(values) {`
      if last > 0, tokens[last].text == ")", let opening = tokens.opening(before: last),
        opening > 0, Self.setters.contains(tokens[opening - 1].text)
      {
        return tokens[opening + 1].text == word
      }
      return ["newValue", "oldValue"].contains(word)
    }
    if tokens[keyword].text == "var" { return false }
    return (keyword + 1..<outline.braces[brace].token).contains {
      tokens[$0].text == word && tokens[$0 + 1].text == ":"
    }
  }

  /// Whether the word at `position` is a variable's where it is declared: `let x`, `let (x, y)`, `let x = 1, y = 2`.
  func declares(_ position: Int) -> Bool {
    let tokens = tokens.tokens
    let before = tokens[position - 1].text
    if Self.declaring.contains(before) || isBoundByPattern(position) { return true }
    guard before == "," || before == "(" else { return false }
    var open = position - 1
    while tokens[open].text == "," || Self.isName(tokens[open]) { open -= 1 }
    if tokens[open].text == "(", open > 0, Self.declaring.contains(tokens[open - 1].text) {
      return true
    }
    guard before == ",", ["=", ":"].contains(tokens[position + 1].text) else { return false }
    // Behind the value of the variable before it.
    var depth = 0
    for token in tokens[..<position].reversed() {
      switch token.text {
      case ")", "]", "}": depth += 1
      case "(", "[", "{":
        if depth == 0 { return false }
        depth -= 1
      case "let", "var": if depth == 0 { return true }
      case ";": if depth == 0 { return false }
      default: break
      }
    }
    return false
  }

  /// Whether the word at `position` is a part of a pattern that binds variables: `case let .connected(stream)`.
  private func isBoundByPattern(_ position: Int) -> Bool {
    let tokens = tokens.tokens
    guard ["(", ",", ":"].contains(tokens[position - 1].text), tokens[position + 1].text != ":"
    else { return false }
    var index = position
    while let opening = tokens.opening(before: index), opening > 0, tokens[opening].text == "(" {
      // What stands before it may be a case's name: `Event.connected`, `.connected`.
      var start = Self.isName(tokens[opening - 1]) ? opening - 2 : opening - 1
      while start > 0, tokens[start].text == "." {
        start -= Self.isName(tokens[start - 1]) ? 2 : 1
      }
      guard start >= 0 else { return false }
      if Self.declaring.contains(tokens[start].text) { return true }
      guard ["(", ","].contains(tokens[start].text) else { return false }
      index = start + (tokens[start].text == "(" ? 1 : 0)
    }
    return false
  }

  private static let declaring: Set = ["let", "var", "for"]
  private static let setters: Set = ["set", "willSet", "didSet"]

  /// Whether a token is a word, which may be a name.
  private static func isName(_ token: SwiftTokens.Token) -> Bool {
    token.isPlainWord && !declaring.contains(token.text)
  }
}
