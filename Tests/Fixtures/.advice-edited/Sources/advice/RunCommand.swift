import Foundation

/// `advice run [--edits FILE]`: plays all snippets, and writes the edits of the reports.
struct RunCommand {
  var edits: String?

  @MainActor func run() async throws {
    var reported: [ReportedEdits] = []
    for snippet in Snippet.all {
      let (outcome, report) = await snippet.played()
      // Not by `print`: what is in its buffer is lost when the next snippet crashes.
      FileHandle.standardOutput.write(Data("\(outcome)\n".utf8))
      if !report.edits.isEmpty {
        reported.append(ReportedEdits(snippet: snippet.name, edits: report.edits))
      }
    }
    if let edits { try ReportedEdits.write(reported, to: edits) }
  }
}

/// `advice show NAME`: prints the report on one snippet.
struct ShowCommand {
  var name: String

  @MainActor func run() async throws {
    guard let snippet = Snippet.all.first(where: { $0.name == name }) else {
      throw Failure("no snippet is called \(name)")
    }
    let (_, report) = await snippet.played()
    print(report)
  }
}
