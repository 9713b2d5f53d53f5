extension ClosureEdit {
  /// The edits that let the statements of a closure in an actor's method run as the actor's own where `self` is weak: it is asked to
  /// assume that it runs there, and is `$0` in the statements. They are indented by two spaces more where they have lines of their
  /// own. `nil` where a statement has what cannot stand in there.
  var isolated: [SourceEdit]? {
    guard let end = brace.end, head.list == nil,
      !(body..<end).contains(where: { Self.unableInside.contains(tokens[$0].text) })
    else { return nil }
    let lines = (body...end).filter { tokens[$0].line > tokens[$0 - 1].line }
    let isOnLines = lines.first == body
    var edits: [SourceEdit] = []
    for index in body..<end {
      var inserted = ""
      if index == body {
        inserted =
          "self?.assumeIsolated {" + (isOnLines ? "\n" + indentation(of: body) + "  " : " ")
      } else if lines.contains(index) {
        inserted = "  "
      }
      let token = tokens[index]
      if token.text == "self" {
        edits.append(SourceEdit(source, token.offset..<token.end, inserted + "$0"))
      } else if !inserted.isEmpty {
        edits.append(SourceEdit(source, inserting: inserted, at: token.offset))
      }
    }
    let closing = isOnLines ? "\n" + indentation(of: body) + "}" : " }"
    return edits + [SourceEdit(source, inserting: closing, at: tokens[end - 1].end)]
  }

  private func indentation(of index: Int) -> String {
    source.tokens.indentation(at: tokens[index].offset)
  }

  /// What means something else inside another closure, or cannot be there. A member's name after a point counts as well.
  private static let unableInside: Set = ["{", "$", "$0", "return", "try", "await", "super"]
}
