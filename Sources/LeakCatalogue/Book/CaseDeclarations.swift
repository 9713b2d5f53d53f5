/// What a case's code declares, by name: by it the declarations are found that one variant uses and another does not.
struct CaseDeclarations: Sendable {
  /// A type, or a function or property of one or of the case.
  struct Declaration: Sendable, Hashable {
    var name: String
    /// With the comments and attributes before it.
    var lines: [CaseSource.Line]
    /// The type that it is a member of.
    var owner: String?
    var isType: Bool
    /// Whether it is there with its type, called or not: an initializer without a label, a stored property.
    var isAlwaysUsed: Bool
  }

  let all: [Declaration]

  init(_ code: [CaseSource.Line]) {
    var all: [Declaration] = []
    var owner: String?
    for index in code.indices where [2, 4].contains(code[index].indentation) {
      let line = code[index]
      guard let head = line.content.declarationHead else { continue }
      let isOuter = line.indentation == 2
      if !isOuter, owner == nil { continue }
      let lines = Self.lines(ofDeclarationAt: index, in: code)
      all.append(
        Declaration(
          name: head.name, lines: lines, owner: isOuter ? nil : owner, isType: head.isType,
          isAlwaysUsed: head.isAlwaysUsed))
      if isOuter { owner = head.isType ? head.name : nil }
    }
    self.all = all
  }

  private static func lines(
    ofDeclarationAt index: Int, in code: [CaseSource.Line]
  ) -> [CaseSource.Line] {
    let indentation = code[index].indentation
    let before = code[..<index].reversed().prefix {
      $0.indentation == indentation && ($0.content.hasPrefix("//") || $0.content.hasPrefix("@"))
    }
    let after = code[(index + 1)...].prefix {
      $0.isEmpty || $0.indentation > indentation || ($0.indentation == indentation && $0.isEnd)
    }
    var lines = before.reversed() + [code[index]] + after
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The declarations that code uses, directly or by way of others: members only of types that it uses, too.
  func used(by code: [CaseSource.Line]) -> Set<Declaration> {
    var used: Set<Declaration> = []
    var types: Set<String?> = [nil]
    var words = code.words
    var rest = all
    while let index = rest.firstIndex(where: {
      types.contains($0.owner) && ($0.isAlwaysUsed || words.contains($0.name))
    }) {
      let declaration = rest.remove(at: index)
      used.insert(declaration)
      if declaration.isType {
        types.insert(declaration.name)
      } else {
        words.formUnion(declaration.lines.words)
      }
    }
    return used
  }
}

extension [CaseSource.Line] {
  /// The identifiers in the lines, but those of comments.
  var words: Set<String> {
    Set(
      flatMap { line in
        line.text.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
          .split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      })
  }
}

extension Substring {
  /// What is declared on a line, if a declaration begins on it.
  fileprivate var declarationHead: (name: String, isType: Bool, isAlwaysUsed: Bool)? {
    let words = split { $0 == " " || $0 == "(" || $0 == ":" || $0 == "<" || $0 == "{" }
    guard !hasPrefix("//"),
      let keyword = words.firstIndex(where: { Self.keywords.contains(String($0)) }),
      words[..<keyword].allSatisfy({ $0.hasPrefix("@") || Self.modifiers.contains(String($0)) })
    else { return nil }
    guard words.indices.contains(keyword + 1) else { return ("deinit", false, true) }
    let name = String(words[keyword + 1])
    switch words[keyword] {
    case "init":
      // A labelled initializer goes by its label.
      let isLabelled = contains("(\(name):")
      return (isLabelled ? name : "init", false, !isLabelled)
    case "deinit": return ("deinit", false, true)
    case "func": return (name, false, false)
    case "var", "let":
      let isStored = !words[..<keyword].contains("lazy") && (contains(" = ") || !hasSuffix("{"))
      return (name, false, isStored)
    default: return (name, true, false)
    }
  }

  private static let types: Set = ["class", "struct", "enum", "actor", "protocol"]
  private static let keywords = types.union(["func", "var", "let", "init", "deinit"])
  private static let modifiers: Set = [
    "final", "static", "private", "private(set)", "set)", "fileprivate", "lazy", "weak", "unowned",
    "override", "mutating", "nonisolated", "convenience", "required", "indirect", "unsafe)",
  ]
}
