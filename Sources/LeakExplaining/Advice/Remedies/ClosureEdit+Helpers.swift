/// What a closure uses that has code of its own, and captures what that uses: a capture list changes nothing of that.
extension ClosureEdit {
  /// A local function, or a local variable with code of its own.
  struct Helper: Hashable {
    var name: String
    /// Where it is declared, from 1.
    var line: Int
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
    return used.first { mayUse(variable, $0.code) }?.helper
  }

  private typealias HelperCode = (helper: Helper, code: Range<Int>)

  /// What is declared in the functions and closures around, and is not around the closure itself.
  private func helpers(around closure: Int) -> [HelperCode] {
    let outline = source.outline
    let around = Array(outline.ancestors(of: closure).prefix { outline.braces[$0].kind != .type })
    let declared = outline.braces.indices.compactMap { index -> HelperCode? in
      let inner = outline.braces[index]
      guard inner.kind == .declaration, !around.contains(index), let end = inner.end,
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
    }.map { (Helper(name: tokens[$0 + 2].text, line: tokens[$0].line), $0 + 3..<brace.token) }
    return declared + lazy
  }

  /// Whether the code of a helper uses the variable, or perhaps a member of `self` that does not say so.
  private func mayUse(_ variable: String, _ code: Range<Int>) -> Bool {
    if Self.uses(of: variable, in: code, of: tokens) > 0 { return true }
    return variable == "self"
      && (Self.uses(of: "super", in: code, of: tokens) > 0
        || code.contains { source.mayUseMembers(in: $0..<$0 + 1, around: $0) })
  }

  /// The variable of the source of libdispatch's whose handler this is, where it captures that: the source keeps itself by it.
  var ownSource: String? {
    guard let callee = tokens.callee(ofClosureAt: brace.token), callee > 2,
      Self.handlers.contains(tokens[callee].text), tokens[callee - 1].text == "."
    else { return nil }
    let index = ["?", "!"].contains(tokens[callee - 2].text) ? callee - 3 : callee - 2
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

  /// Whether its capture list has one of the variables weakly already: what captures it strongly is something else that it uses.
  func hasWeakly(_ variable: String) -> Bool {
    head.list?.entries.contains { $0.name == variable && !$0.isOwning } ?? false
  }
}
