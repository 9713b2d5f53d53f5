/// The change of a property that cannot be `weak` itself and yet keeps its objects weakly: it becomes a computed one, over a stored
/// property with a closure for each object, which captures that weakly. Who uses the property sees no difference while the objects
/// are there.
struct WeakStorageEdit {
  /// What the property has.
  enum Content: Hashable {
    /// A collection, each element or value of which is an object of this type; its name with the module.
    case objects(type: String)
    /// An optional value that may be an object, of an existential type or a generic parameter.
    case anything
    /// An enumeration of which the case of this name has an object, with the name that the payload has, or the part of it.
    case payload(case: String, part: String? = nil)
  }

  private let declaration: PropertyDeclaration
  private let name: String
  /// The name of the stored property.
  private let storage: String

  /// The declaration of the property `name` of the type that has `line`; `nil` where it is not found, is not a plain variable, or
  /// where an initializer or a `deinit` uses it, which can do that with a stored property only: the latter where the type is isolated.
  init?(_ source: SourceFiles.Source, property name: String, inTypeAt line: Int) {
    guard let index = source.properties.token(of: name, inTypeAt: line),
      let declaration = PropertyDeclaration(source, nameAt: index), !declaration.hasObservers,
      declaration.tokens[index - 1].text == "var", !name.hasPrefix("`"),
      // A computed property has no part in what is made of the stored ones.
      !declaration.tokens.contains(where: { Self.coding.contains($0.text) }),
      !source.outline.isUsedOutsideIsolation(name, ofTypeAround: index, source.tokens.tokens)
    else { return nil }
    let end = (declaration.value ?? declaration.type)?.last ?? index
    guard let storage = Self.storage(of: name, besides: declaration.tokens),
      declaration.tokens[end].line == declaration.tokens[declaration.keyword].line,
      index < 3 || !Self.isIsolating(declaration.tokens[index - 3...index - 2].map(\.text))
    else { return nil }
    self.declaration = declaration
    self.name = name
    self.storage = storage
  }

  private static let coding: Set = ["Codable", "Decodable", "Encodable"]
  /// Whether the last of the words before a declaration ends a modifier that the stored property would need as well:
  /// `nonisolated(unsafe)`, but not `private(set)`.
  private static func isIsolating(_ words: [String]) -> Bool {
    ["nonisolated", "dynamic"].contains(words[1]) || words[1] == ")" && words[0] != "set"
  }

  /// A name for the stored property that stands nowhere in the file.
  private static func storage(of name: String, besides tokens: [SwiftTokens.Token]) -> String? {
    let whole = "weak" + name.prefix(1).uppercased() + name.dropFirst()
    return [whole, whole + "Storage"].first { name in !tokens.contains { $0.text == name } }
  }

  /// How the property is written.
  private struct Rewriting {
    /// The type, as far as it is not there already.
    var type: String
    var getter: String
    var setter: [String]
    var storedType: String
    var storedValue: String
  }

  /// The edit; `nil` where the declaration does not tell all that it takes.
  func edit(_ content: Content) -> SourceEdit? {
    let rewriting: Rewriting? =
      switch content {
      case .objects(let type): objects(of: type)
      case .anything: anything
      case .payload(let name, let part): payload(ofCase: name, part)
      }
    guard let rewriting else { return nil }
    let tokens = declaration.tokens
    let nameToken = declaration.keyword + 1
    let end = (declaration.value ?? declaration.type)?.last ?? nameToken
    let start = declaration.type?.last ?? nameToken
    let indentation = declaration.source.tokens.indentation(at: tokens[nameToken].offset)
    let setter =
      rewriting.setter.count == 1
      ? ["  set { \(rewriting.setter[0]) }"]
      : ["  set {"] + rewriting.setter.map { "    " + $0 } + ["  }"]
    let lines =
      [
        "\(declaration.type == nil ? ": " + rewriting.type : "") {",
        "  get { \(rewriting.getter) }",
      ]
      + setter + [
        "}", "private var \(storage): \(rewriting.storedType) = \(rewriting.storedValue)",
      ]
    return SourceEdit(
      declaration.source, tokens[start].end..<tokens[end].end,
      lines.joined(separator: "\n" + indentation))
  }

  // MARK: Collections

  private func objects(of type: String) -> Rewriting? {
    let value = declaration.value.map(declaration.text) ?? ""
    // `= [String: Session]()`
    let isMade = declaration.type == nil && value.hasSuffix("()")
    let written =
      isMade ? declaration.value.map { $0.dropLast(2) } : declaration.type.map { $0[...] }
    guard let written, isMade || Self.empty.contains(value),
      let (collection, element) = elements(
        Range(uncheckedBounds: (written.startIndex, written.endIndex))),
      isWritten(declaration.text(element), type)
    else { return nil }
    let text = declaration.text(element)
    let optional = text.contains(" ") ? "() -> (\(text))?" : "() -> \(text)?"
    let whole = declaration.text(Range(uncheckedBounds: (written.startIndex, written.endIndex)))
    switch collection {
    case .dictionary(let key):
      return Rewriting(
        type: whole, getter: "\(storage).compactMapValues { $0() }",
        setter: ["\(storage) = newValue.mapValues { value in { [weak value] in value } }"],
        storedType: "[\(key): \(optional)]", storedValue: "[:]")
    case .array, .set:
      let all = "\(storage).compactMap { $0() }"
      return Rewriting(
        type: whole, getter: collection == .set ? "Set(\(all))" : all,
        setter: ["\(storage) = newValue.map { element in { [weak element] in element } }"],
        storedType: "[\(optional)]", storedValue: "[]")
    }
  }

  private static let empty: Set = ["[]", "[:]", ".init()"]

  private enum Collection: Hashable {
    case array, set
    case dictionary(key: String)
  }

  /// The collection whose type is at `range`, and the tokens of the type of its elements or values.
  private func elements(_ range: Range<Int>) -> (Collection, Range<Int>)? {
    let tokens = declaration.tokens
    guard range.count > 2, let last = range.last else { return nil }
    if tokens[range.lowerBound].text == "Set", tokens[range.lowerBound + 1].text == "<",
      tokens[last].text == ">"
    {
      return (.set, range.lowerBound + 2..<last)
    }
    guard tokens[range.lowerBound].text == "[", tokens[last].text == "]" else { return nil }
    let inner = range.lowerBound + 1..<last
    var depth = 0
    for index in inner {
      switch tokens[index].text {
      case "(", "[", "<": depth += 1
      case ")", "]", ">": depth -= 1
      case ":" where depth == 0 && index > inner.lowerBound && index + 1 < last:
        return (
          .dictionary(key: declaration.text(inner.lowerBound..<index)), index + 1..<inner.upperBound
        )
      default: break
      }
      // `[City][Int]`
      if depth < 0 { return nil }
    }
    return (.array, inner)
  }

  /// Whether `text` is a way to write the type of this name with its module: a generic parameter is not.
  private func isWritten(_ text: String, _ type: String) -> Bool {
    let words = text.split(separator: " ")
    guard let name = words.last, words.count == 1 || words.count == 2 && words[0] == "any" else {
      return false
    }
    return type == name || type.hasSuffix("." + name)
  }

  // MARK: Single values

  private var anything: Rewriting? {
    guard let type = declaration.type, let last = type.last, declaration.tokens[last].text == "?",
      declaration.value.map(declaration.text) ?? "nil" == "nil"
    else { return nil }
    let wrapped = declaration.text(type.dropLast().lowerBound..<last)
    let cast = wrapped == "Any" ? "" : " as? \(wrapped)"
    return Rewriting(
      type: "", getter: "\(storage)()",
      setter: [
        "guard let newValue, type(of: newValue as Any) is AnyClass else {",
        "  \(storage) = { newValue }", "  return", "}",
        "\(storage) = { [weak object = newValue as AnyObject] in object\(cast) }",
      ],
      storedType: "() -> \(declaration.text(type))", storedValue: "{ nil }")
  }

  /// When the object has gone, the property is what it was at first. A payload that only has the object as a part cannot be weak, nor can a
  /// value be taken out twice that must not be copied.
  private func payload(ofCase name: String, _ part: String?) -> Rewriting? {
    guard let value = declaration.value, let (type, first) = initialCase(value), first != name,
      let label = payloadLabel(ofCase: name),
      part.map({ $0.allSatisfy(\.isNumber) || label == "\($0): " }) ?? true,
      !declaration.tokens.contains(where: { $0.text == "Copyable" })
    else { return nil }
    let initial = declaration.text(value)
    return Rewriting(
      type: type, getter: "\(storage)()",
      setter: [
        "guard case .\(name)(let value) = newValue else {", "  \(storage) = { newValue }",
        "  return", "}",
        "\(storage) = { [weak value] in value.map { .\(name)(\(label)$0) } ?? \(initial) }",
      ],
      storedType: "() -> \(type)", storedValue: "{ \(initial) }")
  }

  /// The type and the case of a value that is written as a case without a payload: `State.hidden`, or `.hidden` where the type is
  /// written out.
  private func initialCase(_ value: Range<Int>) -> (type: String, case: String)? {
    let tokens = declaration.tokens
    let words = tokens[value]
    guard let last = words.last?.text, words.count > 1, words.dropLast().last?.text == ".",
      words.allSatisfy({ $0.text == "." || $0.text.first?.isLetter == true })
    else { return nil }
    if let type = declaration.type {
      guard let end = type.last, !["?", "!"].contains(tokens[end].text) else { return nil }
      return (declaration.text(type), last)
    }
    guard words.count > 2 else { return nil }
    return (declaration.text(value.dropLast(2)), last)
  }

  /// What stands before the payload's value, `by: ` or nothing, of the only case of this name that is declared in the file; `nil`
  /// where there is none, or it has more than one part or an optional one.
  private func payloadLabel(ofCase name: String) -> String? {
    let tokens = declaration.tokens
    let cases = tokens.indices.filter { index in
      guard tokens[index].text == name, index > 0, index + 2 < tokens.count,
        tokens[index + 1].text == "("
      else { return false }
      if tokens[index - 1].text == "case" { return true }
      return tokens[index - 1].text == ","
        && tokens[..<index].last { $0.line < tokens[index].line || $0.text == "case" }?.text
          == "case"
    }
    guard cases.count == 1, let start = cases.first.map({ $0 + 2 }),
      let end = tokens[start...].firstIndex(where: { [")", "(", ","].contains($0.text) }),
      tokens[end].text == ")", !["?", "!"].contains(tokens[end - 1].text)
    else { return nil }
    return tokens[start + 1].text == ":" ? tokens[start].text + ": " : ""
  }
}

extension SourceOutline {
  /// Whether an initializer in the body of the type around a token, or a `deinit` that is not isolated, uses its property `name`.
  fileprivate func isUsedOutsideIsolation(
    _ name: String, ofTypeAround token: Int, _ tokens: [SwiftTokens.Token]
  ) -> Bool {
    let bodies = braces.filter { $0.kind == .type && $0.token < token && token < $0.end ?? .max }
    guard let body = bodies.max(by: { $0.token < $1.token }) else { return true }
    return (body.token..<(body.end ?? tokens.count)).contains { start in
      guard
        tokens[start].text == "init"
          || tokens[start].text == "deinit"
            && !tokens.modifiers(before: start).contains("isolated"),
        tokens[start - 1].text != ".",
        let brace = braces.indices.first(where: {
          braces[$0].token > start && keyword(ofFunctionAt: $0, tokens) == start
        }).map({ braces[$0] })
      else { return false }
      return (brace.token..<(brace.end ?? tokens.count)).contains { index in
        tokens[index].text == name
          && (tokens[index - 1].text != "." || tokens[index - 2].text == "self")
      }
    }
  }
}
