/// A type's name in the forms that a report needs.
package struct TypeName: Sendable, Hashable {
  /// The name with every module, as the heap reader gives it: `Shop.Box<Swift.Array<Shop.Item>>`.
  package let qualified: String

  package init(_ qualified: String) {
    self.qualified = qualified
  }

  /// The name as a person writes it, without modules: `Box<Array<Item>>`.
  ///
  /// - Complexity: O(*n*) in the length of the name.
  package var short: String {
    var result = ""
    var chain: [Substring] = []
    var rest = qualified[...]
    var continues = false
    func flush(_ chain: [Substring]) -> String {
      (continues || chain.count < 2 ? chain[...] : chain.dropFirst()).joined(separator: ".")
    }
    while let character = rest.first {
      if TypeName.isIdentifier(character) {
        let end = rest.firstIndex { !TypeName.isIdentifier($0) } ?? rest.endIndex
        chain.append(rest[..<end])
        rest = rest[end...]
        if rest.first == ".", rest.dropFirst().first.map(TypeName.isIdentifier) == true {
          rest = rest.dropFirst()
          continue
        }
        result += flush(chain)
        chain = []
        continues = false
      } else {
        // `Outer<Int>.Inner` goes on after the bracket: `Inner` is no module's.
        continues = character == "." && (result.last == ">" || result.last == ")")
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// The name as a person writes it, with the name that the test gave the object: `Screen "main"`.
  package func text(labelled label: String?) -> String {
    // A label of several lines would break a report's first one, and a terminal takes control characters for commands.
    let words = label?.split { character in
      character.isNewline
        || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    guard let words, !words.isEmpty else { return short }
    return short + " \"\(words.joined(separator: " "))\""
  }

  /// The type that is wrapped, where the type is an optional, or the type itself.
  package static func droppingOptionals(of type: String) -> Substring {
    var type = type[...]
    while type.hasPrefix("Swift.Optional<") {
      type = type.dropFirst("Swift.Optional<".count).dropLast()
    }
    return type
  }

  /// The name of the outermost module.
  package var module: String { String(qualified.prefix { $0 != "." }) }

  /// The name without modules and without generic arguments: `Box`.
  package var withoutArguments: String { TypeName.droppingArguments(of: short) }

  /// The name with its module and without generic arguments: `Swift.AsyncStream._Storage`.
  package var nominal: String { TypeName.droppingArguments(of: qualified) }

  /// The generic arguments with their modules: `Swift.Int` and `Shop.Box<Shop.Item>` of a dictionary; none for a type that is nested
  /// in a generic one, or where functions are among them.
  package var arguments: [String] {
    guard let start = qualified.firstIndex(of: "<"), qualified.last == ">" else { return [] }
    var arguments = [""]
    var depth = 0
    for character in qualified[start...].dropFirst().dropLast() {
      if "<([".contains(character) { depth += 1 }
      if ">)]".contains(character) { depth -= 1 }
      if depth < 0 { return [] }
      if character == ",", depth == 0 {
        arguments.append("")
      } else if character != " " || arguments.last?.isEmpty == false {
        arguments[arguments.count - 1].append(character)
      }
    }
    return arguments
  }

  private static func droppingArguments(of name: String) -> String {
    var depth = 0
    var result = ""
    for character in name {
      if character == "<" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == ">" { depth -= 1 }
    }
    return result
  }

  private static func isIdentifier(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }
}
