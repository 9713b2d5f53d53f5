extension ClosureNesting {
  /// What a source says about the closure that begins on `line` and is `depth` closures deep; `nil` when it
  /// cannot be told which closure that is, or when the source cannot be that of a closure with a strong
  /// `self`.
  ///
  /// - Parameter number: Which of the closures directly in the one or the function around it it is, counted from 1, where that is known.
  /// - Complexity: O(*n*) in the number of the source's braces, times their depth.
  init?(of outline: SourceOutline, line: Int, depth: Int, number: ClosureNumber? = nil) {
    let candidates = outline.closures(depth: depth, number: number) {
      outline.braces[$0].line == line
    }
    let answers = Set(candidates.map { ClosureNesting(of: $0, in: outline) })
    guard answers.count == 1, let answer = answers.first, let nesting = answer else { return nil }
    self = nesting
  }

  /// What a source says about a closure that is `depth` closures deep, directly inside the one that begins on
  /// `line`: `plain` when it does not say the same about all of these.
  ///
  /// - Complexity: O(*n*) in the number of the source's braces, times their depth.
  init(of outline: SourceOutline, directlyInsideClosureOn line: Int, depth: Int) {
    let candidates = outline.closures(depth: depth) { index in
      let around = outline.ancestors(of: index).prefix { !outline.braces[$0].kind.isDeclaration }
        .first { outline.braces[$0].kind == .closure }
      return around.map { outline.braces[$0].line } == line
    }
    let answers = Set(candidates.map { ClosureNesting(of: $0, in: outline) })
    self = (answers.count == 1 ? answers.first.flatMap { $0 } : nil) ?? .plain
  }

  /// What a source says about the closure that begins on `line`, is `depth` closures deep and captures the variable `name`, if it
  /// does not use that itself: that a local function does, which it uses. `nil` for all else.
  ///
  /// - Parameter number: Which of the closures directly in the one or the function around it it is, counted from 1, where that is known.
  /// - Complexity: O(*n*) in the number of the source's braces, times their depth.
  init?(
    of outline: SourceOutline, line: Int, depth: Int, number: ClosureNumber?, capturing name: String
  ) {
    let candidates = outline.closures(depth: depth, number: number) {
      outline.braces[$0].line == line
    }
    guard candidates.count == 1, !outline.words(in: candidates[0]).contains(name),
      let function = outline.localFunction(usedBy: candidates[0])
    else { return nil }
    self = .localFunction(name: function.name, line: function.line)
  }

  private init?(of closure: Int, in outline: SourceOutline) {
    let braces = outline.braces
    let function = outline.localFunction(usedBy: closure)
    if braces[closure].capturesSelfWeakly {
      // The function captures `self` itself.
      guard let function else { return nil }
      self = .localFunction(name: function.name, line: function.line)
      return
    }
    var weakLine: Int?
    var listLine: Int?
    var use: Int?
    // The closure of a task may use it without a word.
    var tasks: Set<Int> = braces[closure].isTask ? [closure] : []
    var usesSelf = braces[closure].usesSelf || braces[closure].capturesSelfStrongly
    for (index, brace) in braces.enumerated() where index > closure {
      let around = Array(outline.ancestors(of: index).prefix { $0 != closure })
      guard around.count < Array(outline.ancestors(of: index)).count else { continue }
      let closures = ([index] + around).filter { braces[$0].kind == .closure }
      if brace.kind == .closure {
        let isWeakOutside = closures.contains { $0 != index && braces[$0].capturesSelfWeakly }
        if brace.capturesSelfWeakly, !isWeakOutside { weakLine = weakLine ?? brace.line }
        if brace.evaluatesSelf, !isWeakOutside { listLine = listLine ?? brace.line }
        if brace.capturesSelfStrongly, !isWeakOutside { use = use ?? closures.last }
        if brace.isTask, !brace.capturesSelfWeakly, !isWeakOutside {
          tasks.insert(closures.last ?? index)
        }
      }
      if closures.isEmpty {
        if brace.usesSelf { usesSelf = true }
      } else if brace.uses > 0, !closures.contains(where: { braces[$0].capturesSelfWeakly }) {
        use = use ?? closures.last
      }
    }
    if let weakLine {
      let isOnlyUse =
        !usesSelf && listLine == nil && use == nil && function == nil && tasks.isEmpty
      self = .weakInside(line: weakLine, isOnlyUse: isOnlyUse)
    } else if let line = Self.unwrappingLine(around: closure, in: outline) {
      self = .unwrappedOutside(line: line)
    } else if usesSelf {
      self = .plain
    } else if let function {
      // Who uses it beside the function captures it for both.
      self =
        listLine == nil && use == nil
        ? .localFunction(name: function.name, line: function.line) : .plain
    } else if let listLine {
      self = .listInside(line: listLine)
    } else if let use, tasks.isSubset(of: [use]) {
      self = .usedInside(line: braces[use].line)
    } else {
      self = .plain
    }
  }

  /// The line of the closure around `closure` that captures `self` weakly and then unwraps it.
  private static func unwrappingLine(around closure: Int, in outline: SourceOutline) -> Int? {
    var isUnwrapped = false
    for index in outline.ancestors(of: closure) {
      let brace = outline.braces[index]
      if brace.kind.isDeclaration { return nil }
      if brace.unwrapsSelf { isUnwrapped = true }
      if brace.capturesSelfWeakly { return isUnwrapped ? brace.line : nil }
    }
    return nil
  }
}
