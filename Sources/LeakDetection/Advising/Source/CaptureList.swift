/// What a closure's capture list says about `self`.
struct CaptureList {
  var capturesSelfWeakly = false
  var capturesSelfStrongly = false
  var evaluatesSelf = false
  /// The index of the token that ends the list.
  var end: Int

  /// Reads the list after the brace at `brace`; `nil` when there is none.
  init?(_ tokens: [SwiftTokens.Token], after brace: Int) {
    var index = brace + 1
    func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }
    // Attributes come first: `@MainActor [weak self] in`.
    while text(index) == "@" { index += 2 }
    guard text(index) == "[" else { return nil }
    var entries: [[String]] = [[]]
    var depth = 0
    var position = index
    repeat {
      let word = text(position)
      if word.isEmpty { return nil }
      if "([{".contains(word) { depth += 1 }
      if ")]}".contains(word) { depth -= 1 }
      if depth == 1, word == "," {
        entries.append([])
      } else if depth > 1 || word != "[", depth > 0 {
        entries[entries.count - 1].append(word)
      }
      position += 1
    } while depth > 0
    end = position - 1
    // An array literal goes on otherwise: `[1, 2].forEach`.
    guard text(position) == "in" || text(position) == "(" || text(position).first?.isLetter == true
    else { return nil }
    for entry in entries { read(entry) }
  }

  private mutating func read(_ entry: [String]) {
    var words = entry[...]
    let isNonOwning = words.first == "weak" || words.first == "unowned"
    if isNonOwning {
      words = words.dropFirst()
      if words.first == "(" { words = words.dropFirst(3) }
    }
    if words.first == "self" {
      if isNonOwning { capturesSelfWeakly = true } else { capturesSelfStrongly = true }
    } else if words.dropFirst(2).contains("self") {
      evaluatesSelf = true
    }
  }
}
