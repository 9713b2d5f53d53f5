// A carriage return and the line feed behind it are one character, and a mark belongs to the character before it: what other programs
// take for a line's end or a delimiter is looked for among the scalars.

extension String {
  /// The text with other texts in place of some scalars.
  func escaped(_ replacements: [Unicode.Scalar: String]) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// What is between the line feeds.
  var lines: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
  }
}
