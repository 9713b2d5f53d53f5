import Foundation

/// A case as documentation: the question, the code, the verdicts, why, and the fix.
package struct CasePage: Sendable {
  /// The page, in Markdown that reads well on a terminal.
  package let text: String

  /// - Parameter sources: the folder to look for the case's file in, instead of where it was compiled.
  package init(_ entry: SelectedCase, sources: String? = nil, style: TextStyle = TextStyle()) {
    let type = entry.type
    func title(_ text: String) -> String { style.painted(style.wrapped(text), .bold) }

    var sections = [title("# \(type.question)"), "\(entry.chapter) · `\(type.id)`"]
    sections += [title("## The code"), Self.code(of: entry, sources: sources, style: style)]
    sections.append(title("## The verdicts"))
    for variant in entry.variants {
      let expectation = variant.expectation
      let verdict = "`\(variant.name)`: \(style.painted(expectation.kind, expectation.paint))"
      sections.append(
        expectation.text == expectation.kind
          ? verdict
          : verdict + "\n\n" + style.wrapped(expectation.text.trimmed.indented(by: 4)))
    }
    sections += [title("## Why"), style.wrapped(type.why.trimmed)]
    sections += [title("## The fix"), style.wrapped(type.fix.trimmed)]
    if let source = type.source {
      let scenarios = source.scenarios.map { "`\($0)`" }.joined(separator: ", ")
      sections += [
        title("## The source"),
        style.wrapped(
          "\(source.author), *\(source.title)*" + (scenarios.isEmpty ? "" : ": \(scenarios)")),
      ]
    }
    text = sections.joined(separator: "\n\n") + "\n"
  }

  /// The code in the case's file, or one line that says where it was looked for.
  private static func code(of entry: SelectedCase, sources: String?, style: TextStyle) -> String {
    guard let location = entry.type.variants.first?.location else { return "There is none." }
    let places = Self.places(of: location.filePath, sources: sources)
    for place in places {
      if let code = try? String(contentsOfFile: place, encoding: .utf8) {
        // What the page leaves out is counted by the lines in its reports.
        return "```swift\n\(CaseCode(code).text)\n```\n\n"
          + style.wrapped("Lines are counted in \(place).")
      }
    }
    return style.wrapped(
      "The case's file was not found at \(places.joined(separator: " or ")). "
        + "Name the folder of the cases with --sources DIR.")
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
