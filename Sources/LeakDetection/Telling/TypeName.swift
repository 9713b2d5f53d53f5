/// A type's name as the runtime spells it, in the forms that a report needs.
struct TypeName: Sendable, Hashable {
  /// The name with every module, without what differs from run to run: `Shop.Box<Swift.Array<Shop.Item>>`.
  let qualified: String

  /// Takes the runtime's spelling, in which private and local types carry an address or a hash.
  init(_ spelling: String) {
    qualified = TypeName.withoutContexts(spelling)
  }

  /// The name as a person writes it, without modules: `Box<Array<Item>>`.
  ///
  /// - Complexity: O(*n*) in the length of the name.
  var short: String {
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

  /// The name without modules and without generic arguments: `Box`.
  var withoutArguments: String {
    var depth = 0
    var result = ""
    for character in short {
      if character == "<" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == ">" { depth -= 1 }
    }
    return result
  }

  private static func isIdentifier(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "$"
  }

  /// Drops `(unknown context at $1234).` and `(extension in M):`, and turns `(Name in $1234)` into `Name`.
  private static func withoutContexts(_ spelling: String) -> String {
    var result = ""
    var rest = spelling[...]
    while let open = rest.firstIndex(of: "(") {
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: ")") else { break }
      let text = inside[..<close]
      let after = inside[inside.index(after: close)...]
      if text.hasPrefix("unknown context at "), after.first == "." {
        result += rest[..<open]
        rest = after.dropFirst()
      } else if text.hasPrefix("extension in "), after.first == ":" {
        result += rest[..<open]
        rest = after.dropFirst()
      } else if let name = text.split(separator: " ").first,
        text.dropFirst(name.count).hasPrefix(" in ")
      {
        result += rest[..<open] + name
        rest = after
      } else {
        result += rest[...open]
        rest = inside
      }
    }
    return result + rest
  }
}
