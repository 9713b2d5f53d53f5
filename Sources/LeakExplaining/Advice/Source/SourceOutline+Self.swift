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
    let inside = braces.indices.dropFirst(closure + 1).filter {
      ancestors(of: $0).contains(closure)
    }
    var others: Set = ["self", "super"]
    for index in ancestors(of: closure) { others.formUnion(braces[index].functions.keys) }
    return ([closure] + inside).allSatisfy { index in
      let brace = braces[index]
      return brace.uses == 0 && !brace.capturesSelfStrongly && !brace.capturesSelfWeakly
        && !brace.evaluatesSelf && brace.words.isDisjoint(with: others)
    }
  }
}
