/// The questions that decide whether a closure needs `[weak self]`, for the article of that name: as text, and as a picture.
package indirect enum DecisionTree: Sendable {
  /// An answer to a question, and what follows from it.
  package struct Branch: Sendable {
    let answer: String
    let next: DecisionTree
  }

  /// What is to be done, by its number in the article's table, and whether that is to write `[weak self]`.
  package struct Conclusion: Sendable {
    package let number: Int
    package let text: String
    package let isNeeded: Bool
  }

  case question(String, [Branch])
  case conclusion(Conclusion)

  /// A line of the tree.
  struct Line {
    /// Whether no other branch of its question follows, of this line and of each question above it, the outermost first.
    let areLast: [Bool]
    /// The answer that leads here and, after a colon, the question that it leads to.
    let text: String
    let conclusion: Conclusion?

    /// How many questions are above.
    var depth: Int { areLast.count }
  }

  /// The lines from the top to the bottom.
  var lines: [Line] { lines(after: nil, areLast: []) }

  private func lines(after answer: String?, areLast: [Bool]) -> [Line] {
    func line(_ text: String, _ conclusion: Conclusion?) -> Line {
      Line(areLast: areLast, text: text, conclusion: conclusion)
    }
    switch self {
    case .conclusion(let conclusion): return [line(answer ?? "", conclusion)]
    case .question(let question, let branches):
      let first = line([answer, question].compactMap(\.self).joined(separator: ": "), nil)
      return [first]
        + branches.enumerated().flatMap { index, branch in
          branch.next.lines(
            after: branch.answer, areLast: areLast + [index == branches.count - 1])
        }
    }
  }

  /// What is concluded, in the order of the lines.
  package var conclusions: [Conclusion] { lines.compactMap(\.conclusion) }
}

extension DecisionTree {
  /// The tree in lines of text: the numbers of the conclusions stand below one another.
  package var text: String {
    let texts = lines.map { line -> (text: String, conclusion: Conclusion?) in
      let stems = line.areLast.dropLast().map { $0 ? "   " : "│  " }.joined()
      let branch = line.areLast.last.map { $0 ? "└─ " : "├─ " } ?? ""
      return (stems + branch + line.text, line.conclusion)
    }
    let width = texts.map(\.text.count).max() ?? 0
    return texts.map { text, conclusion in
      guard let conclusion else { return text + "\n" }
      let arrow = String(repeating: "─", count: width + 2 - text.count)
      return "\(text) \(arrow)▶ \(conclusion.number)\n"
    }.joined()
  }
}

extension DecisionTree {
  private static func next(_ answer: String, _ next: DecisionTree) -> Branch {
    Branch(answer: answer, next: next)
  }

  private static func end(
    _ answer: String, _ number: Int, _ text: String, isNeeded: Bool = false
  ) -> Branch {
    Branch(
      answer: answer,
      next: .conclusion(Conclusion(number: number, text: text, isNeeded: isNeeded)))
  }

  /// Whether a closure needs `[weak self]`.
  package static let weakSelf = DecisionTree.question(
    "Does the closure use self, or what leads to self?",
    [
      end("no", 1, "no"),
      next("yes", .question("can it escape?", [end("no", 2, "no"), next("yes", isStored)])),
    ])

  private static let isStored = DecisionTree.question(
    "is it stored, or only called?",
    [
      end("only called", 3, "no"),
      next(
        "stored",
        .question(
          "must it still run when self goes?",
          [end("yes", 4, "no: capture the part that it uses, not self"), next("no", isHeld)])),
    ])

  private static let isHeld = DecisionTree.question(
    "does self hold it?", [next("yes", isDropped), next("no", letsGo)])

  private static let isDropped = DecisionTree.question(
    "does its last call always drop it?",
    [
      end("yes", 5, "no, as long as each way out clears it"),
      end("no", 6, "yes", isNeeded: true),
    ])

  private static let letsGo = DecisionTree.question(
    "does its holder let go by itself?",
    [
      end(
        "yes, soon", 7,
        "as you like: without it the object goes late, with it the work may not happen"),
      end("yes, when an event comes", 8, "yes, or cancel it", isNeeded: true),
      end("no", 9, "yes, and end what holds it", isNeeded: true),
    ])
}
