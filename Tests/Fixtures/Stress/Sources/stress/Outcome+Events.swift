import Foundation

extension Outcome {
  /// Reads the event stream of Swift Testing, one record a line. A process that crashed leaves the last one unfinished.
  mutating func readEvents(from file: String) throws {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    for line in text.split(separator: "\n") {
      guard let record = try? JSONDecoder().decode(Record.self, from: Data(line.utf8)),
        record.kind == "event"
      else { continue }
      let test = record.payload.testID.flatMap { Self.number(in: $0) }
      switch record.payload.kind {
      case "testEnded":
        if let test { ended.insert(test) }
      case "issueRecorded":
        // What a test records stands below a headline that says nothing.
        let texts = (record.payload.messages ?? []).map(\.text).filter { $0 != "Issue recorded" }
        messages.append(
          Message(
            test: test, isWarning: record.payload.issue?.severity == "warning",
            text: texts.joined(separator: "\n")))
      default: break
      }
    }
  }

  private struct Record: Decodable {
    struct Payload: Decodable {
      struct Issue: Decodable {
        var severity: String?
      }
      struct Message: Decodable {
        var text: String
      }
      var kind: String?
      var testID: String?
      var issue: Issue?
      var messages: [Message]?
    }
    var kind: String
    var payload: Payload
  }
}
