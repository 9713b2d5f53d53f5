extension SourceOutline {
  /// Whether the closure that is `depth` closures deep and begins on `line` uses `self`, so that it captures it; `nil` where none
  /// begins there, where they differ, and where it may do so without a word, as by a local function.
  ///
  /// - Parameter number: Which of the closures directly in the one or the function around it it is, counted from 1, where that is known.
  /// - Parameter isApproximate: Whether the line is that of the function around.
  /// - Complexity: O(*n*) in the number of braces, times their depth.
  func usesSelf(line: Int, depth: Int, number: ClosureNumber?, isApproximate: Bool) -> Bool? {
    let function = braces.indices.last {
      braces[$0].kind.isDeclaration && braces[$0].line <= line
    }
    let closures = closures(depth: depth, number: number) { index in
      if !isApproximate { return braces[index].line == line }
      return ancestors(of: index).first { braces[$0].kind.isDeclaration } == function
    }
    let answers = Set(closures.map(usesSelf))
    return answers.count == 1 ? answers.first.flatMap(\.self) : nil
  }

  private func usesSelf(_ closure: Int) -> Bool? {
    let brace = braces[closure]
    // A local function captures it wherever it is used, and the closure of a task does so without saying it.
    let isCertain = localFunction(usedBy: closure) == nil && !brace.isTask
    if brace.capturesSelfWeakly { return isCertain ? false : nil }
    let uses =
      brace.usesSelf || brace.capturesSelfStrongly
      || inside(closure).contains { index in
        let brace = braces[index]
        return brace.usesSelf || brace.capturesSelfStrongly || brace.capturesSelfWeakly
          || brace.evaluatesSelf
      }
    return uses ? true : isCertain ? false : nil
  }

  /// Whether nothing but `self` can be what is captured by a local function, or an expression that is a closure, in the function on
  /// `line`: that function has no parameters and no variables.
  func hasOnlySelf(line: Int, _ tokens: [SwiftTokens.Token]) -> Bool {
    let functions = function(around: line, tokens).map {
      [$0] + ancestors(of: $0).filter { braces[$0].kind != .type }
    }
    guard let outer = functions?.last, let end = braces[outer].end else { return false }
    let start = tokens[..<braces[outer].token].lastIndex { Self.functions.contains($0.text) }
    return !tokens[(start ?? braces[outer].token)...end].contains {
      Self.declaring.contains($0.text)
    }
  }

  /// The index of the braces of the innermost function that has `line`.
  func function(around line: Int, _ tokens: [SwiftTokens.Token]) -> Int? {
    braces.indices.last { index in
      braces[index].kind == .declaration && braces[index].line <= line
        && braces[index].end.map { tokens[$0].line >= line } ?? false
    }
  }

  private static let functions: Set = ["func", "init", "deinit", "subscript", "var"]

  /// What stands where a name is declared that is none of a type.
  private static let declaring: Set = ["let", "for", "catch", ":", "in"]

  /// The braces inside the ones at `index`.
  private func inside(_ index: Int) -> [Int] {
    braces.indices.dropFirst(index + 1).filter { ancestors(of: $0).contains(index) }
  }

  /// The words that stand in the braces at `index` and in those inside, see ``Brace/words``, but for names that are bound in there.
  func words(in index: Int) -> Set<String> {
    var words = braces[index].words.subtracting(braces[index].bound)
    for inner in inside(index) {
      let around = [inner] + ancestors(of: inner).prefix { $0 != index } + [index]
      words.formUnion(around.reduce(braces[inner].words) { $0.subtracting(braces[$1].bound) })
    }
    return words
  }

  /// The first local function that the closure uses, or one nested inside it. A local function uses what it captures wherever it
  /// is used itself.
  func localFunction(usedBy closure: Int) -> (name: String, line: Int)? {
    let words = words(in: closure)
    var functions: [String: Int] = [:]
    for index in ancestors(of: closure) {
      // What is declared in a type is a method.
      if braces[index].kind == .type { break }
      functions.merge(braces[index].functions) { inner, _ in inner }
    }
    return functions.filter { words.contains($0.key) }.min { $0.value < $1.value }
      .map { ($0.key, $0.value) }
  }
}

extension SourceOutline.Brace {
  /// Whether it uses `self`, or `super`, which is `self` as well.
  var usesSelf: Bool { uses > 0 || words.contains("super") }
}
