import Foundation

extension Outcome {
  /// Reads what XCTest wrote.
  mutating func readLog(from file: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    var current: Message?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let next = Self.message(in: line) {
        if let current { messages.append(current) }
        current = next
      } else if line.hasPrefix("Test Case '") || line.hasPrefix("Test Suite '") {
        if let current { messages.append(current) }
        current = nil
        if line.contains("' passed (") || line.contains("' failed ("),
          let test = Self.number(in: line)
        {
          ended.insert(test)
        }
      } else if let started = current {
        current = Message(
          test: started.test, isWarning: started.isWarning, text: "\(started.text)\n\(line)")
      }
    }
    if let current { messages.append(current) }
  }

  /// The first line of a failure or of a warning of the kit's.
  private static func message(in line: Substring) -> Message? {
    if let match = line.firstMatch(of: /^\S*:[0-9]+: error: (\S+) : (.*)$/) {
      return Message(
        test: number(in: match.1), isWarning: false,
        text: String(match.2.trimmingPrefix("failed - ")))
    }
    if let match = line.firstMatch(of: /^\S*:[0-9]+: warning: in (\S+): (.*)$/) {
      return Message(test: number(in: match.1), isWarning: true, text: String(match.2))
    }
    return nil
  }
}
