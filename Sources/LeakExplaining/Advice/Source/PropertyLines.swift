/// Where the properties of a Swift source's classes, actors and structures are declared.
///
/// It is read without a parser, and tolerant: a property that is declared in an unusual way is not found.
struct PropertyLines {
  /// Where a property's name stands where it is declared: its line, and its index among the tokens.
  typealias Property = (line: Int, token: Int)

  /// The body of a class, an actor or a structure.
  private struct Body {
    /// The name of a structure; `nil` for a class or an actor.
    var structure: String?
    /// The lines from the one that the type's name is on to that of the closing brace.
    var lines: ClosedRange<Int>
    /// The properties that are declared directly inside, by name.
    var properties: [String: Property] = [:]
    /// What is declared more than once, as behind `#if` and `#else`: which declaration is compiled is not known.
    var repeated: Set<String> = []

    mutating func add(_ name: SwiftTokens.Token, at token: Int) {
      if repeated.contains(name.text) { return }
      if properties.updateValue((name.line, token), forKey: name.text) != nil {
        properties[name.text] = nil
        repeated.insert(name.text)
      }
    }
  }

  private var bodies: [Body] = []

  init(_ source: String) { self.init(SwiftTokens(source)) }

  /// - Complexity: O(*n*) in the length of `source`.
  init(_ source: SwiftTokens) {
    var tokens = source.tokens[...]
    var open: [Int?] = []
    var announced: (line: Int, structure: String?)?
    var parentheses = 0
    var isOfType = false
    while let token = tokens.popFirst() {
      switch token.text {
      case "class", "actor", "struct":
        guard let next = tokens.first, !Self.modified.contains(next.text), next.isWord else {
          isOfType = token.text == "class"
          break
        }
        if token.text == "actor", !source.tokens[(tokens.startIndex - 1)...].beginsWithActor {
          break
        }
        announced = (token.line, token.text == "struct" ? next.text : nil)
      case "static": isOfType = true
      case "func", "subscript": isOfType = false
      case "{":
        open.append(announced.map { _ in bodies.count })
        if let (line, structure) = announced {
          bodies.append(Body(structure: structure, lines: line...max(line, token.line)))
        }
        announced = nil
      case "}":
        guard let body = open.popLast() ?? nil else { break }
        let start = bodies[body].lines.lowerBound
        bodies[body].lines = start...max(start, token.line)
      case "(", "[": parentheses += 1
      case ")", "]": parentheses -= 1
      case "var", "let":
        // A property of the type's is none of an instance.
        defer { isOfType = false }
        guard parentheses == 0, !isOfType, let body = open.last ?? nil, let name = tokens.first
        else { break }
        bodies[body].add(name, at: tokens.startIndex)
      default: break
      }
    }
  }

  /// What `class` stands before as a modifier.
  private static let modified: Set = ["var", "let", "func", "subscript", "override", "final"]

  /// The line of the property `name` of the innermost type that has `line`; `nil` when it is not found.
  ///
  /// - Complexity: O(*n*) in the number of types.
  func line(of name: String, inTypeAt line: Int) -> Int? {
    property(name, inTypeAt: line)?.line
  }

  /// The index among the tokens of the property's name where it is declared, as above.
  func token(of name: String, inTypeAt line: Int) -> Int? {
    property(name, inTypeAt: line)?.token
  }

  /// The index among the tokens of the name of a property of the only structure of this name, where it is declared; `nil` where
  /// there is none, or more than one.
  func token(of name: String, inStructureNamed structure: String) -> Int? {
    properties(ofStructureNamed: structure)?[name]?.token
  }

  /// The properties of the only structure of this name, by name; `nil` where there is none, or more than one.
  func properties(ofStructureNamed structure: String) -> [String: Property]? {
    let candidates = bodies.filter { $0.structure == structure }
    return candidates.count == 1 ? candidates[0].properties : nil
  }

  /// The properties of the structure whose body has `line`, by name; `nil` where a type of another kind is nearer.
  func structure(at line: Int) -> [String: Property]? {
    let innermost = bodies.filter { $0.lines.contains(line) }.min {
      $0.lines.count < $1.lines.count
    }
    return innermost.flatMap { $0.structure == nil ? nil : $0.properties }
  }

  private func property(_ name: String, inTypeAt line: Int) -> Property? {
    let candidates = bodies.filter { $0.structure == nil && $0.lines.contains(line) }
    // Of two that begin on one line it is not known which is meant.
    guard candidates.count(where: { $0.lines.lowerBound == line }) < 2 else { return nil }
    return candidates.min { $0.lines.count < $1.lines.count }?.properties[name]
  }
}

extension SwiftTokens.Token {
  /// Whether this is a word and no punctuation.
  fileprivate var isWord: Bool { isPlainWord || text.first == "`" }
}
