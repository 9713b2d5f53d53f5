import Foundation

/// Writes a scene as source text.
struct Renderer {
  /// What makes the names of the piece's types its own, such as `0123a`.
  let mark: String
  let framework: Framework
  private let nouns: [String]
  /// What each choice became, in the order of the text.
  private var randomness: Randomness

  private static let allNouns = [
    "Player", "Deck", "Screen", "Loader", "Panel", "Mixer", "Library", "Cabinet", "Editor",
    "Router",
    "Album", "Track", "Stage", "Studio", "Channel", "Folder", "Parser", "Sensor", "Window",
    "Account",
  ]

  init(mark: String, framework: Framework, randomness: inout Randomness) {
    self.mark = mark
    self.framework = framework
    nouns = Array(Self.allNouns.shuffled(using: &randomness).prefix(3))
    self.randomness = Randomness(seed: randomness.next())
  }

  /// The text with its marks replaced; `inner` is put where the text has a place for it.
  mutating func render(_ text: String, inner: String = "") -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasSuffix("«inner»") {
        guard !inner.isEmpty else { continue }
        lines.append(inner.indented(by: line.prefix { $0 == " " }.count))
      } else {
        lines.append(replaced(String(line)))
      }
    }
    return lines.joined(separator: "\n")
  }

  private mutating func replaced(_ line: String) -> String {
    let parts = line.components(separatedBy: "«")
    var result = parts[0]
    for part in parts.dropFirst() {
      let pair = part.components(separatedBy: "»")
      result += replacement(for: pair[0]) + pair.dropFirst().joined(separator: "»")
    }
    return result
  }

  private mutating func replacement(for name: String) -> String {
    switch name {
    case "A": return nouns[0] + mark
    case "B": return nouns[1] + mark
    case "C": return nouns[2] + mark
    case "a": return nouns[0].lowercased()
    case "b": return nouns[1].lowercased()
    case "c": return nouns[2].lowercased()
    case "id": return mark
    case "expect": return framework == .swiftTesting ? "#expect" : "XCTAssert"
    default: break
    }
    if name.hasPrefix("n:") {
      let bounds = name.dropFirst(2).components(separatedBy: "...").compactMap { Int($0) }
      return String(randomness.number(bounds[0]...bounds[1]))
    }
    return randomness.pick(name.components(separatedBy: "|"))
  }
}

extension String {
  /// Each line moved to the right.
  func indented(by columns: Int) -> String {
    let space = String(repeating: " ", count: columns)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }
}
