import Foundation

/// What became of a snippet's objects, and what they noted before: `NAME: leaked | rewound, stopped`.
struct Outcome {
  var name: String
  /// `leaked`, `gone`, or why neither can be said.
  var state: String
  var notes: String

  var isLeaked: Bool { state == "leaked" }

  var isGone: Bool { state == "gone" }
}

extension Outcome: CustomStringConvertible {
  var description: String { "\(name): \(state) | \(notes)" }

  /// Reads what ``description`` writes.
  init?(line: some StringProtocol) {
    guard let colon = line.range(of: ": "), let bar = line.range(of: " | ") else { return nil }
    name = String(line[..<colon.lowerBound])
    state = String(line[colon.upperBound..<bar.lowerBound])
    notes = String(line[bar.upperBound...])
  }
}

extension Outcome {
  /// The outcomes in the file at `path`, by the snippets' names.
  static func read(from path: String) throws -> [String: Outcome] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let outcomes = text.split(separator: "\n").compactMap { Outcome(line: $0) }
    return Dictionary(outcomes.map { ($0.name, $0) }) { first, _ in first }
  }
}
