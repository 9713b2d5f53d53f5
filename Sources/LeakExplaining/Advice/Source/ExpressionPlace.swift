/// Where an expression stands that is a function: a closure, or a method that is used as one.
struct ExpressionPlace {
  private let source: SourceFiles.Source
  private let first: Int
  private let last: Int

  private var tokens: [SwiftTokens.Token] { source.tokens.tokens }

  /// The place of the expression whose tokens have the indices in `range`.
  init(_ source: SourceFiles.Source, _ range: ClosedRange<Int>) {
    self.source = source
    first = range.lowerBound
    last = range.upperBound
  }

  /// Whether the expression itself may say what type it has: `let stop = { … }`, `[{ … }]`, `(stop: { … }, start: …)`, `a ? { … } : b`,
  /// or one of a closure or a builder's statement of its own.
  var decidesType: Bool {
    guard first > 0 else { return false }
    let before = tokens[first - 1]
    switch before.text {
    case "=": return ["let", "var"].contains(text(first - 3))
    case "[", "?", "{", "in", ";": return true
    case "(", ",", ":":
      guard let opening = openingBracket, opening > 0 else { return true }
      if tokens[opening].text == "[" { return true }
      // A label is behind the call's beginning, or behind another argument; what else ends in a colon is not.
      if before.text == ":", !["(", ","].contains(text(first - 3)) { return true }
      let callee = tokens[opening - 1]
      return callee.end != tokens[opening].offset || callee.text == "Optional"
        || !(callee.isPlainWord || [")", "]", ">", "?", "!", "`"].contains(callee.text))
    default: return before.line < tokens[first].line && before.text != ")"
    }
  }

  /// Whether the expression is an argument of a call whose result is used, other than as the value of what has a type already: a
  /// generic call takes its type from it.
  var mayDecideTypeOfCall: Bool {
    guard first > 0, isArgument || tokens[first].text == "{" && tokens[first - 1].text != "="
    else { return false }
    let call = isArgument ? openingBracket : first
    guard let call, call > 0, let end = endOfCall, isEndOfStatement(end) else { return true }
    return isUsed(from: startOfChain(before: call), through: end)
  }

  private var isArgument: Bool { ["(", ",", ":"].contains(tokens[first - 1].text) }

  /// The bracket or parenthesis that the expression stands in, before any brace.
  private var openingBracket: Int? {
    tokens.opening(before: first).flatMap { tokens[$0].text == "{" ? nil : $0 }
  }

  /// The last token of the call that the expression is an argument of, with the closures behind it.
  private var endOfCall: Int? {
    var end = isArgument ? openingBracket.flatMap { tokens.closing(of: $0) } : last
    while let last = end, tokens.indices.contains(last + 1) {
      var next = last + 1
      if tokens[next].isPlainWord, text(next + 1) == ":", text(next + 2) == "{" { next += 2 }
      // What a cancellable is stored with is none of the call's.
      if tokens[next].text == ".", text(next + 1) == "store", text(next + 2) == "(" { next += 2 }
      guard next > last + 1 || tokens[next].text == "{" && tokens[next].line == tokens[last].line
      else { break }
      end = tokens.closing(of: next)
    }
    return end
  }

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  private func isEndOfStatement(_ end: Int) -> Bool {
    guard tokens.indices.contains(end + 1) else { return true }
    let next = tokens[end + 1]
    if ["}", ";"].contains(next.text) { return true }
    return next.line > tokens[end].line && (next.isPlainWord || "`@#$".contains(next.text))
  }

  /// The first token of the chain of members and calls that goes on with the token at `index`.
  private func startOfChain(before index: Int) -> Int {
    var start = index
    while start > 0 {
      let before = start - 1
      switch tokens[before].text {
      case ")", "]", "}":
        // What is in the braces before a new line is another statement.
        guard let opening = tokens.opening(before: before), isConnected(before, to: start) else {
          return start
        }
        start = opening
      case ">":
        guard let opening = tokens.openingAngle(of: before) else { return start }
        start = opening
      case ".", "?", "!": start = before
      case _ where tokens[before].isPlainWord || tokens[before].text.first == "`":
        guard isConnected(before, to: start), !Self.beginnings.contains(tokens[before].text) else {
          return start
        }
        start = before
      default: return start
      }
    }
    return start
  }

  /// Whether two tokens, one behind the other, are of one chain.
  private func isConnected(_ first: Int, to second: Int) -> Bool {
    switch tokens[second].text {
    case ".", "?", "!": true
    case "(", "[", "<": tokens[first].end == tokens[second].offset
    case "{": tokens[first].line == tokens[second].line
    default: false
    }
  }

  /// Whether the value of the call, which is the tokens from `start` through `end`, is used where its type is not given.
  private func isUsed(from start: Int, through end: Int) -> Bool {
    var start = start
    while start > 0, Self.effects.contains(tokens[start - 1].text) { start -= 1 }
    guard start > 0 else { return false }
    let before = tokens[start - 1]
    if before.text == "=" {
      let name = start - 2
      if ["=", "!", "<", ">"].contains(text(name)), tokens[name].end == before.offset {
        return true
      }
      let declared = text(name) == ")" ? tokens.opening(before: name) ?? 0 : name
      return ["let", "var"].contains(text(declared - 1))
    }
    if before.text == "return" { return functionAround(start).kind == .closure }
    let isStatement =
      ["{", "}", ";", "in"].contains(before.text)
      || tokens[start].line > before.line && !before.isOpen
    guard isStatement else { return true }
    // What a closure has alone is its result.
    let around = functionAround(start)
    guard around.kind == .closure, let closing = around.end else { return false }
    return ["{", "in"].contains(before.text) && closing == end + 1
  }

  /// The kind and the end of the innermost function, closure or type around a token.
  private func functionAround(_ index: Int) -> (kind: SourceOutline.Brace.Kind, end: Int?) {
    let inner = source.outline.innermostFunction(around: index)
    return (inner?.kind ?? .declaration, inner?.end)
  }

  private static let effects: Set = ["try", "await"]
  private static let beginnings: Set = [
    "return", "in", "try", "await", "else", "do", "case", "is", "as", "throw", "yield",
  ]
}
