import Foundation
import LeakDetection

/// `leakcases report`: merges what the processes of a run have found.
package struct ReportCommand: Sendable, Hashable {
  /// What ends the command with an exit code of 1.
  package enum Failing: String, Sendable, CaseIterable {
    /// What is not known, or not any longer.
    case new
    /// Any leak, and what is gone and still on the list.
    case any
    case none
  }

  package static let usage = """
    Merges the reports that tests leave with LEAK_TESTING_REPORTS=DIR, one entry for
    each cause: new, expired (known until a day that has passed), known, gone.

    Usage:
      swift run leakcases report DIR [--format FORMAT] [--fail-on new|any|none]

      --format    text (the default), json, sarif, github, junit, markdown or html;
                  or a picture of each leak: dot, mermaid, or boxes in the terminal
      --fail-on   what makes the exit code 1: what is new or expired (the default),
                  any leak and what is gone, or nothing

    What is known is read from .leaks-known.json beside the package's manifest, or from
    the file that LEAK_TESTING_KNOWN names.

    Exit code: 0, 1 as --fail-on says, 2 when nothing could be done.

    """

  package static let optionsWithValue: Set = ["--format", "--fail-on"]

  package var folder: String
  package var format = ReportFormat.text
  package var failing = Failing.new

  /// What is wrong with a command line, as a sentence.
  package struct UsageError: Error, Hashable, CustomStringConvertible {
    package var message: String
    package var description: String { message }
  }

  /// - Parameter arguments: what stands after `report`.
  package init(parsing arguments: [String]) throws(UsageError) {
    var folders: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch String(parts[0]) {
      case "--format":
        format = try Self.choice(parts, &rest)
      case "--fail-on":
        failing = try Self.choice(parts, &rest)
      case let name where name.hasPrefix("-"):
        throw UsageError(message: "unknown option '\(name)': there are --format and --fail-on")
      default:
        folders.append(argument)
      }
    }
    guard folders.count == 1 else {
      throw UsageError(
        message: "'report' needs one folder, the one that LEAK_TESTING_REPORTS named")
    }
    folder = folders[0]
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ parts: [Substring], _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> Choice {
    let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() ?? ""
    guard let choice = Choice(rawValue: value) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "\(parts[0]) takes \(words), not '\(value)'")
    }
    return choice
  }

  /// The report, and the exit code that goes with it.
  package func run() throws -> (output: String, exitCode: Int32) {
    let root = FileManager.default.currentDirectoryPath
    let list = KnownLeakFile(near: root + "/Package.swift")
    let runs = try RunReport.reports(in: folder, besides: list?.path)
    let known = try list?.read() ?? KnownLeakList()
    let report = MergedReport(runs, known: known.leaks)
    let text = try format.text(of: report, sources: SourceFinder(root: root))
    return (text, report.fails(on: failing) ? 1 : 0)
  }
}

extension MergedReport {
  /// Whether what is found is to fail a build.
  package func fails(on failing: ReportCommand.Failing) -> Bool {
    switch failing {
    case .none: false
    case .new: causes.contains { $0.standing.isToBeMended }
    case .any: causes.contains { $0.standing != .warning }
    }
  }
}
