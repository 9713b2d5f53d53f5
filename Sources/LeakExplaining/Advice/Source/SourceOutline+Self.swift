extension SourceOutline {
  /// Whether the closures that are `depth` closures deep and begin on `line` do without `self`: none says `self` or `super`, or uses a
  /// local function, which may capture it. Then what they capture is something else. False where none begins there.
  ///
  /// - Parameter isApproximate: Whether the line is that of the function around.
  /// - Complexity: O(*n*) in the number of braces, times their depth.
  func doesWithoutSelf(line: Int, depth: Int, isApproximate: Bool) -> Bool {
    let function = braces.indices.last {
      braces[$0].kind.isDeclaration && braces[$0].line <= line
    }
    let closures = braces.indices.filter { index in
      guard braces[index].kind == .closure, self.depth(of: index) == depth else { return false }
      if !isApproximate { return braces[index].line == line }
      return ancestors(of: index).first { braces[$0].kind.isDeclaration } == function
    }
    return !closures.isEmpty && closures.allSatisfy(doesWithoutSelf)
  }

  private func doesWithoutSelf(_ closure: Int) -> Bool {
    localFunction(usedBy: closure) == nil
      && ([closure] + inside(closure)).allSatisfy { index in
        let brace = braces[index]
        return !brace.usesSelf && !brace.capturesSelfStrongly && !brace.capturesSelfWeakly
          && !brace.evaluatesSelf
      }
  }

  /// The braces inside the ones at `index`.
  private func inside(_ index: Int) -> [Int] {
    braces.indices.dropFirst(index + 1).filter { ancestors(of: $0).contains(index) }
  }

  /// The first local function that the closure uses, or one nested inside it. A local function uses what it captures wherever it
  /// is used itself.
  func localFunction(usedBy closure: Int) -> (name: String, line: Int)? {
    let words = inside(closure).reduce(braces[closure].words) { $0.union(braces[$1].words) }
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
