/// What a closure uses that has code of its own, and captures what that uses: a capture list changes nothing of that.
extension ClosureEdit {
  /// A local function, or a local variable with code of its own.
  struct Helper: Hashable {
    var name: String
    /// Where it is declared, from 1.
    var line: Int
    /// Whether it says the variable, and not only what may be a member of `self`.
    var isSure = true
  }

  /// The first local function or variable that the closure uses, by others as well, and that may use `variable`.
  func helper(using variable: String) -> Helper? {
    let outline = source.outline
    guard let closure = outline.braces.firstIndex(where: { $0.token == brace.token }) else {
      return nil
    }
    let helpers = helpers(around: closure)
    var words = outline.words(in: closure)
    var used: [HelperCode] = []
    while let next = helpers.first(where: { helper in
      words.contains(helper.helper.name) && !used.contains { $0.helper == helper.helper }
    }) {
      used.append(next)
      words.formUnion(next.code.lazy.map { tokens[$0].text })
    }
    if let sure = used.first(where: { uses(variable, $0.code) }) { return sure.helper }
    guard variable == "self" else { return nil }
    let names = Set(helpers.map(\.helper.name))
    var possible = used.first { mayUseMembers($0.code, besides: names) }?.helper
    possible?.isSure = false
    return possible
  }

  private typealias HelperCode = (helper: Helper, code: Range<Int>)

  /// What is declared in the functions and closures around. A function that the closure itself is in captures what that captures.
  private func helpers(around closure: Int) -> [HelperCode] {
    let outline = source.outline
    let around = Array(outline.ancestors(of: closure).prefix { outline.braces[$0].kind != .type })
    let declared = outline.braces.indices.compactMap { index -> HelperCode? in
      let inner = outline.braces[index]
      guard inner.kind == .declaration, let end = inner.end,
        inner.parent.map(around.contains) == true,
        let keyword = outline.keyword(ofFunctionAt: index, tokens),
        ["func", "var"].contains(tokens[keyword].text)
      else { return nil }
      let name = tokens[keyword + 1]
      return (Helper(name: name.text, line: name.line), inner.token + 1..<end)
    }
    guard let outer = around.last else { return declared }
    // Of a lazy one's value the end is not known.
    let start = outline.braces[outer].token
    let lazy = (start..<brace.token).filter {
      tokens[$0].text == "lazy" && tokens[$0 + 1].text == "var"
        && outline.innermost(around: $0).map { inner in
          around.contains { outline.braces[$0].token == inner.token }
        } == true
    }.map { keyword in
      let name = keyword + 2
      return (
        Helper(name: tokens[name].text, line: tokens[keyword].line),
        name + 1..<max(name + 1, brace.token)
      )
    }
    return declared + lazy
  }

  /// Whether the code of a helper uses the variable.
  private func uses(_ variable: String, _ code: Range<Int>) -> Bool {
    Self.uses(of: variable, in: code, of: tokens) > 0
      || variable == "self" && Self.uses(of: "super", in: code, of: tokens) > 0
  }

  /// Whether the code of a helper may use a member of `self` that does not say so: a word that is none of the local `names`, nor what the
  /// file declares outside of types.
  private func mayUseMembers(_ code: Range<Int>, besides names: Set<String>) -> Bool {
    let known = names.union(Self.words).union(source.outline.globals(tokens))
    return code.contains { source.mayUseMembers(in: $0..<$0 + 1, around: $0, besides: known) }
  }

  /// What stands in declarations and types, and the variable of a `catch`.
  private static let words: Set = [
    "any", "async", "didSet", "error", "func", "get", "inout", "rethrows", "set", "some", "static",
    "throws", "willSet",
  ]

  /// The variable of the source of libdispatch's whose handler this is, where it captures that: the source keeps itself by it.
  var ownSource: String? {
    guard let callee = tokens.callee(ofClosureAt: brace.token), callee > 2,
      Self.handlers.contains(tokens[callee].text), tokens[callee - 1].text == "."
    else { return nil }
    let index = ["?", "!"].contains(tokens[callee - 2].text) ? callee - 3 : callee - 2
    if index < 1 { return nil }
    let name = tokens[index].text
    let entry = head.list?.entries.first { $0.name == name || $0.value == name }
    if let entry { return entry.isOwning ? name : nil }
    guard let end = brace.end, tokens[index - 1].text != ".",
      source.isLocal(name, in: brace.token)
    else { return nil }
    return Self.uses(of: name, in: body..<end, of: tokens) > 0 ? name : nil
  }

  private static let handlers: Set = [
    "setCancelHandler", "setEventHandler", "setRegistrationHandler",
  ]

  /// Whether its capture list has one of the variables already, and does not keep it by that: what captures it strongly is something else that it uses.
  func hasWithoutOwning(_ variable: String) -> Bool {
    head.list?.entries.contains { $0.name == variable && !$0.isOwning } ?? false
  }
}

extension SourceOutline {
  /// What the file declares outside of all braces.
  fileprivate func globals(_ tokens: [SwiftTokens.Token]) -> Set<String> {
    var globals: Set<String> = []
    var index = 0
    for brace in braces where brace.parent == nil {
      while index + 1 < brace.token {
        if ["func", "let", "var"].contains(tokens[index].text) {
          globals.insert(tokens[index + 1].text)
        }
        index += 1
      }
      index = max(index, brace.end ?? tokens.count)
    }
    while index + 1 < tokens.count {
      if ["let", "var"].contains(tokens[index].text) { globals.insert(tokens[index + 1].text) }
      index += 1
    }
    return globals
  }
}
