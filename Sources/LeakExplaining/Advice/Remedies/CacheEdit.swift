/// The change of a property with a cache of Foundation's: its own cache empties itself before it goes, which parts the entries.
struct CacheEdit {
  /// The edit; `nil` where not exactly one constant of a type in the file is made as a cache of these keys and values, which are
  /// names with their modules.
  static func edit(_ source: SourceFiles.Source, key: String, value: String) -> SourceEdit? {
    let found = source.tokens.tokens.indices.compactMap {
      keyword -> (PropertyDeclaration, String)? in
      guard source.tokens.tokens[keyword].text == "let",
        source.outline.innermost(around: keyword)?.kind == .type,
        let declaration = PropertyDeclaration(source, nameAt: keyword + 1),
        !declaration.hasObservers, let type = type(of: declaration, key: key, value: value)
      else { return nil }
      return (declaration, type)
    }
    guard found.count == 1, let (declaration, type) = found.first, let value = declaration.value,
      !source.tokens.tokens.contains(where: { $0.text == name })
    else { return nil }
    let tokens = source.tokens.tokens
    let property = tokens[declaration.keyword + 1]
    let lines = [
      ": \(type) = \(name)()", "private nonisolated final class \(name): \(type) {",
      "  deinit { removeAllObjects() }", "}",
    ]
    return SourceEdit(
      source, property.end..<tokens[value.upperBound - 1].end,
      lines.joined(separator: "\n" + source.tokens.indentation(at: property.offset)))
  }

  private static let name = "EmptiedCache"

  /// `NSCache<NSString, Frame>`, as the declaration says it, where it makes a cache of these keys and values.
  private static func type(
    of declaration: PropertyDeclaration, key: String, value: String
  ) -> String? {
    let made = declaration.value.map(declaration.text) ?? ""
    let written = declaration.type.map(declaration.text)
    let type = written ?? (made.hasSuffix("()") ? String(made.dropLast(2)) : "")
    let prefix = "NSCache<"
    guard type.hasPrefix(prefix), type.hasSuffix(">"),
      written == nil || ["NSCache()", ".init()", type + "()"].contains(made)
    else { return nil }
    let arguments = type.dropFirst(prefix.count).dropLast().split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
    guard arguments.count == 2,
      zip(arguments, [key, value]).allSatisfy({ $1 == $0 || $1.hasSuffix("." + $0) })
    else { return nil }
    return type
  }
}
