import LeakHeapReading
import LeakSymbolication

/// The change of a closure that makes it capture a variable weakly.
struct ClosureEdit {
  let source: SourceFiles.Source
  let brace: SourceOutline.Brace
  let head: ClosureHead
  let isAsync: Bool
  /// Whether it is isolated to the actor in whose method it is: a weak `self` is not. `nil` where that is not known.
  let isOnActor: Bool?

  var tokens: [SwiftTokens.Token] { source.tokens.tokens }

  /// A variable that the closure is to capture weakly.
  struct Capture {
    var name: String
    /// Whether it is optional already: then nothing else changes, where the closure uses it as such.
    var isOptional = false
    /// What it is to be, where it is not a variable of that name: `context.view`.
    var value: String?

    /// What the capture list says, without `weak`.
    var text: String { name + (value.map { " = " + $0 } ?? "") }
  }

  /// The closure that begins on `line`, is `depth` closures deep, and uses `variable`, if there is exactly one. Who says `super`
  /// uses `self`.
  ///
  /// - Parameter number: Which of the closures directly in the function or closure around it that is, counted from 1, where
  ///   several begin on the line.
  /// - Parameter isAsync: Whether its function is asynchronous: then it gets at an actor's state also with a weak `self`.
  /// - Parameter isSendable: Whether it, or a closure around it, is sendable: it is isolated to no actor's `self` then.
  /// - Parameter type: The type of its `self`, as far as that is known.
  init?(
    _ source: SourceFiles.Source, line: Int, depth: Int, number: ClosureNumber? = nil,
    isAsync: Bool = false,
    isSendable: Bool = false, in type: SourceOutline.SelfType? = nil, using variable: String
  ) {
    let tokens = source.tokens.tokens
    let outline = source.outline
    let candidates = outline.closures(depth: depth, number: number) { index in
      let brace = outline.braces[index]
      guard brace.line == line, let end = brace.end else { return false }
      let words = variable == "self" ? ["self", "super"] : [variable]
      return words.contains { Self.uses(of: $0, in: brace.token + 1..<end, of: tokens) > 0 }
    }
    guard candidates.count == 1 else { return nil }
    let brace = outline.braces[candidates[0]]
    guard let head = ClosureHead(tokens, brace: brace.token) else { return nil }
    self.source = source
    self.brace = brace
    self.isAsync = isAsync
    isOnActor = isSendable ? false : outline.isOnActor(candidates[0], tokens, of: type)
    self.head = head
  }

  /// What the closure's capture list says that `variable` is, `self` for `[screen = self]`, if it says anything.
  func value(of variable: String) -> String? {
    head.list?.entries.first { $0.name == variable }?.value
  }

  /// Whether its capture list calls something for the object, which is `variable` from then on: as a rule nothing else has it, and a
  /// weak one is `nil` from the beginning.
  func makes(_ variable: String) -> Bool { value(of: variable)?.hasSuffix(")") ?? false }

  /// Whether its capture list has `variable`: what is captured is a copy then.
  func copies(_ variable: String) -> Bool {
    head.list?.entries.contains { $0.name == variable } ?? false
  }

  /// Whether it uses `super`, which keeps `self` whatever the capture list says.
  var usesSuper: Bool {
    has(["super"])
  }

  /// How often `variable` stands in a range of tokens, and not as a member or a label.
  static func uses(
    of variable: String, in range: Range<Int>, of tokens: [SwiftTokens.Token]
  ) -> Int {
    range.count {
      tokens[$0].text == variable && (tokens[$0 - 1].text != "." || variable == "self")
    }
  }

  /// The index of the first token of the body.
  var body: Int { (head.end ?? head.start - 1) + 1 }

  /// The edits that make the closure capture variables weakly, and do nothing when one of the objects has gone; `nil` where that
  /// is not possible.
  ///
  /// - Parameters:
  ///   - emptyValue: What it is to give then, where it has to give something.
  ///   - others: What it is to capture beside them, as it is.
  ///   - carrier: The variable whose members the captured ones are until now.
  ///   - isRunning: Whether a task runs the closure, and waits in it: what it unwraps above an `await` stays.
  func capturing(
    _ captures: [Capture], result: FunctionName.Signature.Result?, emptyValue: String? = nil,
    beside others: [Capture] = [], membersOf carrier: String? = nil, isRunning: Bool = false
  ) -> [SourceEdit]? {
    guard let end = brace.end, body < end, !usesSuper,
      !captures.contains(where: {
        isUnchecked($0.name) || isIsolation($0.name) || makes($0.name)
          || hasWithoutOwning($0.name) || helper(using: $0.name) != nil
          || carrier == nil && isOfCaptureListAlone($0)
      })
    else { return nil }
    let list = weakList(captures, beside: others)
    guard let unwrapped = unwrapped(of: captures, membersOf: carrier) else { return nil }
    if unwrapped.isEmpty { return list }
    if callsOthers(than: unwrapped) || endsWait(by: unwrapped) { return nil }
    if !isAsync, awaits, hasLoop { return nil }
    if mayBeOfActor, unwrapped.contains("self") { return nil }
    if isOfActor {
      guard unwrapped == ["self"], result == .nothing, !place.decidesType,
        !place.mayDecideTypeOfCall
      else { return nil }
      return isolated.map { $0.reduce(list) { $0.followed(by: $1) } }
    }
    if unwrapped.contains("self"), needsIsolation { return nil }
    let isImplicit = isRunning || allowsImplicitSelf
    if unwrapped.count == 1,
      let chained = chained(unwrapped[0], of: carrier, allowsImplicitSelf: isImplicit),
      result == .optional && isOneChain
        || result == .nothing && !place.decidesType && !place.mayDecideTypeOfCall
    {
      return list + [chained]
    }
    if result == .value, let emptyValue, unwrapped.count == 1, !place.decidesType,
      let chained = chained(unwrapped[0], of: carrier, allowsImplicitSelf: isImplicit), isOneChain,
      // A result builder makes a collection of what the closure gives.
      !["[]", "[:]"].contains(emptyValue) || tokens.callee(ofClosureAt: brace.token) == nil
    {
      let otherwise = SourceEdit(source, inserting: " ?? " + emptyValue, at: tokens[end - 1].end)
      return list + [chained, otherwise]
    }
    if endsOthers(than: unwrapped) || unwrapped.contains("self") && allowsImplicitSelfInside {
      return nil
    }
    // Two variables of one name.
    if unwrapped.contains(where: declares) { return nil }
    if isAsync, hasLoop, result == .nothing {
      let ofTurns =
        inEachTurn(unwrapped, capturing: list)
        ?? (isRunning && unwrapped == ["self"] ? overOwnSequence(captures, beside: others) : nil)
      if let ofTurns { return ofTurns }
    }
    // Unwrapped at its beginning, an object lives as long as the loop.
    if isAsync, awaitsInLoop { return nil }
    if isRunning, awaits { return nil }
    switch result {
    case .nothing: return list.followed(by: unwrapping(unwrapped, orReturning: "return"))
    // A single expression is the result only where it stands alone.
    case .optional where returns:
      return list.followed(by: unwrapping(unwrapped, orReturning: "return nil"))
    case .value where returns:
      return emptyValue.map {
        list.followed(by: unwrapping(unwrapped, orReturning: "return " + $0))
      }
    default: return nil
    }
  }

  /// Whether a `return` in its body is its own, and none of a closure or a function further in.
  private var returns: Bool {
    guard let end = brace.end else { return false }
    return (body..<end).contains { index in
      tokens[index].text == "return"
        && source.outline.innermostFunction(around: index)?.token == brace.token
    }
  }

  /// Whether it need not say `self` where it uses a member.
  var allowsImplicitSelf: Bool { brace.isTask || brace.capturesSelfStrongly }

  /// Whether closures further in need not say `self`, as the capture list says it, or a task's closure need not: behind a weak `self`
  /// they have to, in Swift 5 mode.
  private var allowsImplicitSelfInside: Bool {
    guard allowsImplicitSelf, let end = brace.end else { return false }
    return source.outline.braces.contains { inner in
      guard inner.kind == .closure, inner.token > brace.token, inner.token < end else {
        return false
      }
      if brace.capturesSelfStrongly { return true }
      let start = ClosureHead(tokens, brace: inner.token)?.end ?? inner.token
      return !inner.isTask && !inner.capturesSelfStrongly
        && source.mayUseMembers(
          in: start + 1..<(inner.end ?? end), around: inner.end.map { $0 - 1 } ?? end,
          besides: captured)
    }
  }

  /// Whether it declares a variable of this name for all that follows, in itself or in its loops: `guard let name = …`, `let name = …`.
  private func declares(_ name: String) -> Bool {
    guard let end = brace.end else { return false }
    let scopes = [brace.token, loop?.start]
    return (body..<end).contains { index in
      guard tokens[index].text == name, source.declares(index),
        scopes.contains(source.outline.innermost(around: index)?.token)
      else { return false }
      // What a statement's condition binds is known in its braces alone.
      let start = tokens[..<index].lastIndex {
        ["{", "}", ";", "guard", "if", "while", "for", "catch"].contains($0.text)
      }
      return start.map { ["{", "}", ";", "guard"].contains(tokens[$0].text) } ?? true
    }
  }

  /// Whether its statements are an actor's own, which a weak `self` is not isolated to. What awaits something in there is in a task.
  var isOfActor: Bool { isOnActor == true && !isAsync && !awaits }

  /// Whether they may be, and it is not known.
  var mayBeOfActor: Bool { isOnActor == nil && !isAsync && !awaits }

  /// Whether only what the capture list gives names to uses the variable: a closure of its own may, which captures it.
  private func isOfCaptureListAlone(_ capture: Capture) -> Bool {
    guard let end = brace.end, capture.name != "self", capture.value == nil else { return false }
    return Self.uses(of: capture.name, in: body..<end, of: tokens) == 0
  }

  /// Whether the last variable of the name that is declared before the closure is one that the compiler does not check for races: a
  /// capture of its own, which a weak one is, would be checked.
  func isUnchecked(_ variable: String) -> Bool {
    let declaration = (0..<brace.token).last { index in
      index > 0 && tokens[index].text == variable
        && ["let", "var"].contains(tokens[index - 1].text)
    }
    guard let declaration else { return false }
    return tokens[..<(declaration - 1)].suffix(4).map(\.text)
      == ["nonisolated", "(", "unsafe", ")"]
  }

  /// Whether `variable` is a parameter that the function around is isolated to: a weak capture of it is none.
  private func isIsolation(_ variable: String) -> Bool {
    (0..<brace.token).contains { index in
      tokens[index].text == variable && tokens[index + 1].text == ":"
        && tokens[index + 2].text == "isolated" && source.isLocal(variable, in: brace.token)
    }
  }

  /// Whether it awaits what it cannot do at once.
  var awaits: Bool { has(["await"]) }

  private var hasLoop: Bool { has(Self.loopWords) }

  /// The words that a loop begins with that may await something.
  static let loopWords: Set = ["for", "while"]

  /// Whether one of `words` stands in its body.
  private func has(_ words: Set<String>) -> Bool {
    brace.end.map { end in (body..<end).contains { words.contains(tokens[$0].text) } } ?? false
  }

  /// Whether `variable` cannot simply be unwrapped at the beginning, nor in each turn of a loop, because the closure awaits something
  /// afterwards.
  func isKeptByUnwrapping(_ variable: String) -> Bool {
    isAsync && awaits
      && !(hasLoop && capturing([Capture(name: variable)], result: .nothing) != nil)
  }

  /// Where it stands among what else decides about types.
  private var place: ExpressionPlace {
    ExpressionPlace(source, brace.token...(brace.end ?? brace.token))
  }

  func weakList(_ captures: [Capture], beside others: [Capture]) -> [SourceEdit] {
    var edits: [SourceEdit] = []
    var added: [String] = []
    for capture in captures {
      guard let entry = head.list?.entries.first(where: { $0.name == capture.name }) else {
        added.append("weak " + capture.text)
        continue
      }
      if entry.isOwning {
        edits.append(SourceEdit(source, inserting: "weak ", at: tokens[entry.token].offset))
      }
    }
    added += others.map(\.text)
    if added.isEmpty { return edits }
    let names = added.joined(separator: ", ")
    if let list = head.list {
      let rest = list.entries.isEmpty ? "" : ", "
      let first = [SourceEdit(source, inserting: names + rest, at: tokens[list.start].end)]
      return edits.reduce(first) { $0.followed(by: $1) }
    }
    if head.end != nil {
      return [SourceEdit(source, inserting: "[\(names)] ", at: tokens[head.start].offset)]
    }
    let end = tokens[brace.token].end
    let space = tokens[body].offset == end ? " " : ""
    return [SourceEdit(source, inserting: " [\(names)] in" + space, at: end)]
  }

  /// `self.stop()` becomes `self?.stop()`, where that is all that the closure does, on one line; and `context.view.draw()`, where
  /// `context` is the carrier.
  ///
  /// What it unwraps so stays while it awaits an argument, or the value to assign; and where `self` need not be said, the members that
  /// do not say it need more than a chain.
  private func chained(
    _ variable: String, of carrier: String?, allowsImplicitSelf: Bool
  ) -> SourceEdit? {
    guard let end = brace.end, tokens[end].line == tokens[brace.token].line, !awaits || !isAsync
    else { return nil }
    let isMember = tokens[body].text == carrier && tokens[body + 1].text == "."
    let start = isMember ? body + 2 : body
    let uses = (body..<end).count {
      tokens[$0].text == variable
        && (tokens[$0 - 1].text != "." || variable == "self" || tokens[$0 - 2].text == carrier)
    }
    guard start + 1 < end, tokens[start].text == variable, tokens[start + 1].text == ".", uses == 1,
      // An interpolation says of an optional that it is one.
      !source.tokens.isInLiteral(from: tokens[start - 1].end, to: tokens[start].offset),
      isOneChain || isAssignment,
      variable != "self" || !allowsImplicitSelf
        || !source.mayUseMembers(in: start + 1..<end, around: body, besides: captured)
    else { return nil }
    return SourceEdit(source, inserting: "?", at: tokens[start].end)
  }

  /// Whether its body is one chain of members and calls, which means the same of an optional. Beside a value an optional has no
  /// operators.
  private var isOneChain: Bool {
    brace.end.map { end in (body..<end).allSatisfy(tokens.isPartOfChain) } ?? false
  }

  /// Whether its body is a chain, and what is assigned to that, or added: `=`, `+=`. An operator in brackets has other values.
  private var isAssignment: Bool {
    guard let end = brace.end else { return false }
    let operators = (body..<end).filter { ["+", "="].contains(tokens[$0].text) }
    guard (body..<end).allSatisfy({ operators.contains($0) || tokens.isPartOfChain(at: $0) }) else {
      return false
    }
    guard let first = operators.first(where: { tokens.opening(before: $0) == brace.token }) else {
      return true
    }
    let whole = operators.filter {
      $0 >= first && tokens[$0].offset - tokens[first].offset == $0 - first
    }
    return [["="], ["+", "="]].contains(whole.map { tokens[$0].text })
  }

  func unwrapping(
    _ variables: [String], orReturning exit: String, behind token: Int? = nil
  ) -> SourceEdit {
    source.unwrapping(
      variables, orReturning: exit, at: token.map { $0 + 1 } ?? body,
      behind: token ?? head.end ?? brace.token)
  }
}

extension SourceFiles.Source {
  /// The edit that unwraps `variables` before the statement whose first token is at `body`, on a line of its own where the token
  /// before, at `head`, is on another one.
  func unwrapping(
    _ variables: [String], orReturning exit: String, at body: Int, behind head: Int
  ) -> SourceEdit {
    let tokens = tokens.tokens
    let names = variables.map { "let " + $0 }.joined(separator: ", ")
    // The first token may be one of an interpolation: the statement begins with its literal.
    let isInLiteral = self.tokens.isInLiteral(from: tokens[head].end, to: tokens[body].offset)
    let start = isInLiteral ? self.tokens.next(behind: tokens[head].end) : tokens[body].offset
    let space =
      tokens[body].line > tokens[head].line ? "\n" + self.tokens.indentation(at: start) : "; "
    return SourceEdit(self, inserting: "guard \(names) else { \(exit) }" + space, at: start)
  }
}

extension [SourceEdit] {
  /// The edits, with those of `removals` that begin where something is inserted as one edit.
  func removing(_ removals: [SourceEdit]) -> [SourceEdit] {
    var edits = self
    for removal in removals {
      let inserted = edits.firstIndex {
        ($0.line, $0.column) == (removal.line, removal.column) && $0.original.isEmpty
      }
      if let inserted { edits[inserted].original = removal.original } else { edits.append(removal) }
    }
    return edits
  }

  /// The edits and another one behind them. What is inserted at one place, or before what another edit replaces, is one edit.
  func followed(by edit: SourceEdit) -> [SourceEdit] {
    guard var last, (last.line, last.column) == (edit.line, edit.column), last.original.isEmpty
    else { return self + [edit] }
    last.original = edit.original
    last.replacement += edit.replacement
    return dropLast() + [last]
  }
}
