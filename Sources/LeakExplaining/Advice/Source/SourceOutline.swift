/// The pairs of braces of a Swift source, with what the nesting of its closures takes: capture lists, and
/// where `self` stands.
///
/// It is read without a parser, and tolerant: what it takes for a closure may be none in code that is
/// written in an unusual way, and braces that do not match end somewhere.
struct SourceOutline {
  /// A pair of braces.
  struct Brace {
    /// What the braces are around.
    enum Kind {
      case closure
      /// The statements of an `if`, a loop, a `do`.
      case block
      /// The body of a function.
      case declaration
      /// The body of a type.
      case type

      /// Whether a closure inside has no other around it that is outside.
      var isDeclaration: Bool { self == .declaration || self == .type }
    }

    var kind: Kind
    /// The line of the opening brace, from 1.
    var line: Int
    /// The index of the opening brace among the source's tokens, and of the closing one, if there is one.
    var token: Int
    var end: Int?
    /// The index of the braces around these.
    var parent: Int?
    /// Whether it is the closure of a task, which need not say `self`.
    var isTask = false
    /// Whether the capture list says `weak self` or `unowned self`.
    var capturesSelfWeakly = false
    /// Whether the capture list says `self`, or gives it a value.
    var capturesSelfStrongly = false
    /// Whether an entry of the capture list has an expression with `self` in it.
    var evaluatesSelf = false
    /// How often `self` stands directly inside, not in braces further in and not in capture lists.
    var uses = 0
    /// The functions that are declared directly inside, with their lines.
    var functions: [String: Int] = [:]
    /// The words that stand directly inside where functions are used, and not as members of something, and what the capture list
    /// captures strongly.
    var words: Set<String> = []
    /// The names that are bound directly inside: parameters of a closure, constants and variables.
    var bound: Set<String> = []
    /// Whether a constant is bound to `self` directly inside: `guard let self`, `if let strongSelf = self`.
    var unwrapsSelf = false
  }

  private(set) var braces: [Brace] = []
  /// The indices among the tokens of the words `if` of `#if`, in order.
  private(set) var conditions: [Int] = []

  init(_ source: String) { self.init(SwiftTokens(source)) }

  /// - Complexity: O(*n*) in the length of `source`.
  init(_ source: SwiftTokens) {
    let tokens = source.tokens
    var open: [Int] = []
    var announced = Announcement()
    // Closures whose capture list is being read, each with the end of the list and the number of open braces. Closures in the list are
    // made before, and outside.
    var unread: [(brace: Brace, end: Int, depth: Int)] = []
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      if let last = unread.last, open.count == last.depth, token.text != "{" {
        if index >= last.end {
          unread.removeLast()
          open.append(braces.count)
          braces.append(last.brace)
        }
        index += 1
        continue
      }
      switch token.text {
      case "{":
        var brace = Brace(
          kind: announced.open(tokens, at: index), line: token.line, token: index)
        brace.parent = open.last
        brace.isTask = brace.kind == .closure && Self.isTask(tokens, before: index)
        if brace.kind == .closure { brace.bound = Self.parameters(tokens, ofClosureAt: index) }
        if brace.kind == .closure, let list = CaptureList(tokens, after: index) {
          brace.capturesSelfWeakly = list.capturesSelfWeakly
          brace.capturesSelfStrongly = list.capturesSelfStrongly
          brace.evaluatesSelf = list.evaluatesSelf
          brace.words.formUnion(
            list.entries.filter(\.isOwning).map { entry in
              entry.value.map { String($0.prefix { $0 != "." }) } ?? entry.name
            })
          if tokens[index + 1..<list.end].contains(where: { $0.text == "{" }) {
            unread.append((brace, list.end, open.count))
            index += 1
            continue
          }
          index = list.end
        }
        open.append(braces.count)
        braces.append(brace)
      case "}":
        if let brace = open.popLast() { braces[brace].end = index }
        announced.close()
      case "self":
        guard let brace = open.last, index == 0 || tokens[index - 1].text != "." else { break }
        braces[brace].uses += 1
        if Self.isUnwrapping(tokens, at: index) { braces[brace].unwrapsSelf = true }
      default:
        if token.text == "if", index > 0, tokens[index - 1].text == "#" { conditions.append(index) }
        announced.read(tokens, at: index)
        guard let brace = open.last else { break }
        braces[brace].read(tokens, at: index)
      }
      index += 1
    }
  }

  /// Whether what the closure at `index` is handed to is a task: `Task {`, `Task(priority: .high) {`, `Task(operation: {`. Of other
  /// arguments the beginning of a call may be far.
  private static func isTask(_ tokens: [SwiftTokens.Token], before index: Int) -> Bool {
    guard index > 1 else { return false }
    let isArgument = ["(", ",", ":"].contains(tokens[index - 1].text)
    if isArgument, tokens[index - 2].text != "operation" { return false }
    return tokens.callee(ofClosureAt: index).map(tokens.isTask) ?? false
  }

  /// The names of the parameters of the closure whose brace is the token at `index`.
  private static func parameters(
    _ tokens: [SwiftTokens.Token], ofClosureAt index: Int
  ) -> Set<String> {
    guard let head = ClosureHead(tokens, brace: index), let end = head.end else { return [] }
    let names = (head.list.map { $0.end + 1 } ?? head.start)..<end
    return Set(
      names.lazy.filter {
        tokens[$0].isPlainWord && [",", ":", ")", "in"].contains(tokens[$0 + 1].text)
      }.map { tokens[$0].text })
  }

  /// Whether `self` here is in `let self`, or is what `let strongSelf = self` binds to.
  private static func isUnwrapping(_ tokens: [SwiftTokens.Token], at index: Int) -> Bool {
    func text(_ offset: Int) -> String {
      tokens.indices.contains(index + offset) ? tokens[index + offset].text : ""
    }
    if text(-1) == "let" || text(-1) == "var" { return true }
    return text(-1) == "=" && ["let", "var"].contains(text(-3)) && text(1) != "." && text(1) != "?"
  }
}

extension SourceOutline {
  /// The indices of the braces around the ones at `index`, the nearest first.
  func ancestors(of index: Int) -> some Sequence<Int> {
    sequence(first: index) { braces[$0].parent }.dropFirst()
  }

  /// Which of the closures directly in the function or closure around it the closure at `index` is, counted from 1; `nil` where a
  /// condition of the compiler's stands between: the closures of the branch that is not compiled have no number.
  func closureNumber(of index: Int) -> Int? {
    let start = functionOrClosure(around: index).map { braces[$0].token } ?? 0
    if conditions.contains(where: { start < $0 && $0 < braces[index].token }) { return nil }
    return closures(beside: index).firstIndex(of: index).map { $0 + 1 }
  }

  /// The closures directly in the function or closure around the closure at `index`, itself included, in order.
  private func closures(beside index: Int) -> [Int] {
    let outer = functionOrClosure(around: index)
    return braces.indices.filter {
      braces[$0].kind == .closure && functionOrClosure(around: $0) == outer
    }
  }

  /// The braces of the nearest function, closure or type around the ones at `index`.
  func functionOrClosure(around index: Int) -> Int? {
    ancestors(of: index).first { braces[$0].kind != .block }
  }

  /// The closures that are `depth` closures deep and may be meant; where there are several, those of `number`, if there are any.
  ///
  /// - Parameter number: Which of the closures directly in the one or the function around it it is, counted from 1, where that is known.
  /// - Complexity: O(*n*) in the number of braces, times their depth.
  func closures(
    depth: Int, number: ClosureNumber? = nil, where isCandidate: (_ index: Int) -> Bool
  ) -> [Int] {
    let candidates = braces.indices.filter {
      braces[$0].kind == .closure && self.depth(of: $0) == depth && isCandidate($0)
    }
    guard candidates.count > 1, let number else { return candidates }
    let numbered = candidates.filter { isNumbered($0, number) }
    return numbered.isEmpty ? candidates : numbered
  }

  /// Whether the closure at `index` has that number. One in an expression has it for sure where all closures around are in that.
  private func isNumbered(_ index: Int, _ number: ClosureNumber) -> Bool {
    closureNumber(of: index) == number.value
      && (!number.isOfExpression || closures(beside: index).count == number.value)
  }

  /// How many closures the closure at `index` is in, itself included, up to the nearest declaration.
  func depth(of index: Int) -> Int {
    1
      + ancestors(of: index).prefix { !braces[$0].kind.isDeclaration }
      .count { braces[$0].kind == .closure }
  }
}

extension SourceOutline.Brace {
  /// Takes note of the word at `index`, which stands directly inside.
  fileprivate mutating func read(_ tokens: [SwiftTokens.Token], at index: Int) {
    let token = tokens[index]
    let previous = index > 0 ? tokens[index - 1].text : ""
    guard previous != ".", token.isPlainWord else { return }
    let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
    switch previous {
    case "func": functions[token.text] = token.line
    // `if let finish` uses what it gives the name of.
    case "let" where [":", "="].contains(next), "var" where [":", "="].contains(next), "for":
      bound.insert(token.text)
    // The label of an argument.
    case "(" where next == ":", "," where next == ":": break
    default: words.insert(token.text)
    }
  }
}
