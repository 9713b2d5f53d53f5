import CLeakBase
import Foundation
import LeakBase
import LeakDetection
import LeakDrawing
import Testing

/// Tells Swift Testing of failures.
enum SwiftTestingReporter {
  /// Records an issue, in the current test or, outside any test, in the run.
  ///
  /// What was found is an error, whose text stands out where that of a comment is dimmed, and which can be matched.
  static func report(_ failure: CheckFailure) {
    if RunningTest.isOutsideTests {
      failure.noteFinding()
      Notice.outsideTests.warn(
        "a check of LeakTesting runs outside any test, and can fail none. Use LeakDetector.detect there."
      )
      if failure.isWarning { return failure.warnOnStandardError() }
      StandardError.write("\(failure.location.place): \(failure.shownText)")
      // Where Swift Testing runs all the same, its run fails. Elsewhere nobody hears of it.
      record(failure)
      return
    }
    let location = SourceLocation(failure.location)
    guard failure.isWarning else {
      let known = KnownIssue(record(failure))
      if let leak = failure.leak {
        failure.noteFinding(as: known)
        if known == nil { attach(leak, failure.text, at: location) }
      } else if known != nil {
        failure.mistake?.tellAgain()
      }
      return
    }
    failure.noteFinding()
    warn(of: failure)
  }

  /// Records a warning.
  ///
  /// - Returns: Whether it is a known issue, and was not written either.
  @discardableResult
  private static func warn(of failure: CheckFailure) -> Bool {
    #if compiler(>=6.3)
      // Errors have no severity.
      let issue = Issue.record(
        Comment(rawValue: failure.shownText), severity: .warning,
        sourceLocation: SourceLocation(failure.location))
      if !EventStream.leavesOutWarnings { return KnownIssue(issue) != nil }
    #endif
    failure.warnOnStandardError()
    return false
  }
}

extension SwiftTestingReporter {
  /// Warns of a mistake in the current test; false where there is none, or where the warning is a known issue: then it is also to be
  /// written. That it is one cannot be told before it is recorded, and so `withKnownIssue` may take it for the issue that it waits for.
  @Sendable static func takeMistake(_ mistake: String, at location: CodeLocation) -> Bool {
    if Test.current == nil { return false }
    return !warn(of: CheckFailure(text: mistake, location: location, isWarning: true))
  }
}

extension SwiftTestingReporter {
  @discardableResult
  private static func record(_ failure: CheckFailure) -> Issue {
    let location = SourceLocation(failure.location)
    guard let leak = failure.leak else {
      return Issue.record(
        LeakCheckFailure(text: failure.shownText), sourceLocation: location)
    }
    return Issue.record(
      LeakFailure(leak, text: failure.shownText), sourceLocation: location)
  }
}

extension SwiftTestingReporter {
  /// Whether somebody keeps attachments: without that, each is nothing but a line in the output.
  private static let keepsAttachments: Bool = {
    #if os(Linux)
      // `swift test` passes on what it was called with.
      CommandLine.arguments.contains {
        $0.hasPrefix("--attachments-path") || $0.contains("event-stream-output")
      }
    #else
      true
    #endif
  }()

  /// Attaches a leak to the test that fails by it: for people as text and as a picture, and for machines.
  private static func attach(_ leak: Leak, _ text: String, at location: SourceLocation) {
    if Test.current == nil || !keepsAttachments { return }
    Attachment.record(
      text + "\n", named: "leak-\(leak.fingerprint).txt", sourceLocation: location)
    if let graph = RetainGraph(leak) {
      Attachment.record(
        graph.svg(), named: "leak-\(leak.fingerprint).svg", sourceLocation: location)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(leak) else { return }
    Attachment.record(
      String(decoding: data, as: UTF8.self) + "\n", named: "leak-\(leak.fingerprint).json",
      sourceLocation: location)
  }
}

extension SourceLocation {
  /// Swift Testing's own form of `location`. It insists on a module in the file's name, and on counting
  /// from 1.
  init(_ location: CodeLocation) {
    let fileID = location.fileID.contains("/") ? location.fileID : "Tests/\(location.fileID)"
    self.init(
      fileID: fileID, filePath: location.filePath, line: max(location.line, 1),
      column: max(location.column, 1))
  }
}

extension DeallocationCheck {
  /// The check behind `expectDeallocated`.
  init(expecting options: CheckOptions, at location: CodeLocation, entry: crt_call) {
    self.init(request: .expecting("expectDeallocated", options, at: location, entry: entry))
  }
}
