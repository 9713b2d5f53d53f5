import Foundation

/// A case as documentation: the question, the code, the verdicts, why, and the fix.
package struct CasePage: Sendable {
  /// The page, in Markdown that reads well on a terminal.
  package let text: String

  /// - Parameter sources: the folder to look for the case's file in, instead of where it was compiled.
  package init(_ entry: SelectedCase, sources: String? = nil) {
    let type = entry.type
    var sections = ["# \(type.question)", "\(entry.chapter) · `\(type.id)`"]
    sections.append("## The code\n\n" + Self.code(of: entry, sources: sources))
    sections.append("## The verdicts")
    for variant in entry.variants {
      let verdict = "`\(variant.name)`: \(variant.expectation.summary)"
      sections.append(
        variant.expectation.text == variant.expectation.summary
          ? verdict : verdict + "\n\n" + variant.expectation.text.trimmed.indented(by: 4))
    }
    sections.append("## Why\n\n" + type.why.trimmed)
    sections.append("## The fix\n\n" + type.fix.trimmed)
    if let source = type.source {
      let scenarios = source.scenarios.map { "`\($0)`" }.joined(separator: ", ")
      sections.append(
        "## The source\n\n\(source.author), *\(source.title)*"
          + (scenarios.isEmpty ? "" : ": \(scenarios)"))
    }
    text = sections.joined(separator: "\n\n") + "\n"
  }

  /// The case's file, or one line that says where it was looked for.
  private static func code(of entry: SelectedCase, sources: String?) -> String {
    guard let location = entry.type.variants.first?.location else { return "There is none." }
    let places = Self.places(of: location.filePath, sources: sources)
    for place in places {
      if let code = try? String(contentsOfFile: place, encoding: .utf8) {
        return "```swift\n\(code.trimmed)\n```"
      }
    }
    return "The case's file was not found at \(places.joined(separator: " or ")). "
      + "Name the folder of the cases with --sources DIR."
  }

  /// Where the file may be: at its compiled path, or in `sources` under the chapter's folder or directly.
  private static func places(of filePath: String, sources: String?) -> [String] {
    guard let sources else { return [filePath] }
    let file = URL(filePath: filePath)
    let folder = URL(filePath: sources, directoryHint: .isDirectory)
    let chapter = file.deletingLastPathComponent().lastPathComponent
    return [
      folder.appending(path: chapter).appending(path: file.lastPathComponent).path,
      folder.appending(path: file.lastPathComponent).path,
    ]
  }
}
