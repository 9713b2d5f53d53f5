import Foundation
import LeakTesting
import Synchronization
import Testing

/// The README's first example is true: this code, this output, in its first twenty lines. The documentation begins with it, too.
@Suite(.leakFree) struct ReadmeTests {
  @Test func theFirstTwentyLinesAreTrue() async throws {
    let texts = Mutex<[String]>([])
    await withKnownIssue {
      await expectDeallocated { Player.playing() }  // play() sets onFinish = { self.rewind() }
    } matching: { issue in
      texts.withLock { $0 += [(issue.error as? LeakFailure)?.testDescription ?? ""] }
      return true
    }

    let code = """
      ```swift
      // play() sets onFinish = { self.rewind() }
      @Test func playerGoesAway() async { await expectDeallocated { Player.playing() } }
      ```
      """
    let output = "```text\n\(texts.withLock { $0 }.joined(separator: "\n\n"))\n```"
    let example = code + "\n" + output
    let lines = try Self.readme().split(separator: "\n", omittingEmptySubsequences: false)
    let first = lines.prefix(20).joined(separator: "\n")
    #expect(first.hasSuffix(example), "the README's example should read:\n\(example)")

    let page = try Self.text("Sources/LeakTesting/LeakTesting.docc/LeakTesting.md")
    #expect(
      page.contains("\n\(code)\n\nIt fails, and says why:\n\n\(output)\n"),
      "the documentation's example should read:\n\(example)")
  }

  @Test(arguments: ["swift run leakcases", "swift test"])
  func theTwoCommandsAreThere(command: String) throws {
    #expect(try Self.readme().contains(command))
  }

  private static func readme() throws -> String { try text("README.md") }

  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
