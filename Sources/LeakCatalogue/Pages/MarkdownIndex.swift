import LeakDetection

/// The cases by chapter in Markdown, each with a link to its file: the `README.md` of the folder that they are in.
package struct MarkdownIndex: Sendable {
  /// The command that writes it.
  package static let command =
    "\(Catalogue.program) list --format markdown"

  package let text: String

  package init(_ selection: [SelectedCase]) {
    let variants = selection.reduce(0) { $0 + $1.variants.count }
    var text = """
      # Cases

      The catalogue of `leakcases`: \(counted(selection.count, "case")) with \(counted(variants, "variant")). Beside each question
      stands what its variants do. The object that a variant is about *leaks* (a retain cycle or an unbalanced retain keeps it), is
      *held* (something outside keeps it), goes *late*, or is *fine*: gone as soon as it is dropped. A variant that *crashes* ends the
      process.

      Written by `\(Self.command) > Cases/README.md`.

      """
    var chapter: String?
    for entry in selection {
      if entry.chapter != chapter {
        text += "\n## \(entry.chapter)\n\n| question | variants |\n| --- | --- |\n"
        chapter = entry.chapter
      }
      text +=
        "| [\(Self.cell(entry.type.question))](\(entry.file)) | \(Self.variants(of: entry)) |\n"
    }
    self.text = text
  }

  private static func variants(of entry: SelectedCase) -> String {
    entry.variantsByVerdict.map { verdict, names in
      "*\(word(for: verdict))*: \(names.joined(separator: ", "))"
    }.joined(separator: "<br>")
  }

  /// What a reader calls the verdict.
  private static func word(for verdict: String) -> String {
    switch verdict {
    case "leaked": "leaks"
    case "deinitialized": "fine"
    default: verdict
    }
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension SelectedCase {
  /// The case's file, by its path in the folder of all cases: `Closures/StoredClosure.swift`.
  fileprivate var file: String {
    let path = variants.first?.location.filePath ?? ""
    return path.split(separator: "/").suffix(2).joined(separator: "/")
  }
}
