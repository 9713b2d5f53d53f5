import Foundation

/// A case as a page for DocC.
struct BookPage: Sendable {
  let text: String

  /// - Parameters:
  ///   - code: the text of the case's file.
  ///   - related: the ids of the cases that the page links to.
  ///   - pictures: the pictures of what the variants leave.
  init(
    _ entry: SelectedCase, code: String, related: [String],
    pictures: CasePictures = CasePictures()
  ) {
    let type = entry.type
    let file = entry.filePath.split(separator: "/").suffix(2).joined(separator: "/")
    let source = CaseSource(code)

    var sections = [
      "# \(type.question.asTitle)",
      "@Metadata {\n  @TitleHeading(\"\(entry.chapter)\")\n}",
      source.summary,
      "## Overview",
      Self.verdicts(of: entry),
      "## The code",
      Self.fenced(Self.code(of: source, entry: entry, file: file), as: "swift"),
      """
      This is the code of `Cases/\(file)`, where it stands in `enum \(type)`. The reports count the lines of that file. \
      `swift run leakcases run \(type.id)` runs it.
      """,
    ]
    for variant in entry.variants {
      sections += Self.sections(on: variant, in: source)
      if let picture = pictures.reference(to: entry.id(of: variant)) { sections.append(picture) }
    }
    sections += ["## Why", type.why.trimmed, "## The fix", type.fix.trimmed]
    sections += Self.differences(of: entry, in: source)
    if let origin = type.source {
      let scenarios = origin.scenarios.map { "`\($0)`" }.joined(separator: ", ")
      sections += [
        "## The source",
        "\(origin.author), *\(origin.title)*" + (scenarios.isEmpty ? "." : ": \(scenarios)."),
      ]
    }
    if !related.isEmpty {
      sections += [
        "## See Also", "### Related cases",
        related.map { "- <doc:\(Book.name(ofCase: $0))>" }.joined(separator: "\n"),
      ]
    }
    text = sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func verdicts(of entry: SelectedCase) -> String {
    let rows = entry.variants.map { "| \($0.name) | \($0.expectation.sentence) |" }
    return (["| variant | the object |", "| --- | --- |"] + rows).joined(separator: "\n")
  }

  /// The case's code, with a mark on each line that a report blames.
  private static func code(
    of source: CaseSource, entry: SelectedCase, file: String
  ) -> String {
    var marks: [Int: String] = [:]
    let name = String(file.split(separator: "/").last ?? "")
    for variant in entry.variants {
      marks.merge(ReportMark(variant.expectation, file: name).texts) { first, _ in first }
    }
    let code = zip(source.code, source.code.texts).map { line, text in
      marks[line.number].map { "\(text)  // ← \($0)" } ?? text
    }
    let imports = source.imports.isEmpty ? [] : source.imports + [""]
    return (imports + code).joined(separator: "\n")
  }

  private static func sections(on variant: Variant, in source: CaseSource) -> [String] {
    let body = source.body(ofVariantOnLine: variant.location.line)
    let attributes = body.attributes.isEmpty ? "" : "// \(body.attributes)\n"
    let expectation = variant.expectation
    var sections = [
      "## \(variant.name): \(expectation.word)",
      fenced(attributes + body.lines.text, as: "swift"),
    ]
    if expectation.text == expectation.kind {
      sections.append("The object \(expectation.sentence).")
    } else {
      sections.append(fenced(expectation.text.trimmed, as: "text"))
    }
    return sections
  }

  /// What turns each variant that stays into the one that is nearest to it and does not.
  private static func differences(of entry: SelectedCase, in source: CaseSource) -> [String] {
    let declarations = CaseDeclarations(source.code)
    let fixed = entry.variants.filter { $0.expectation.kind == "deinitialized" }
    let faulty = entry.variants.filter {
      $0.expectation.stays || $0.expectation.kind == "crashes"
    }
    return faulty.flatMap { old -> [String] in
      let differences = fixed.map { new in
        (
          name: new.name,
          change: VariantDifference(from: old, to: new, in: source, declarations: declarations)
        )
      }.filter { $0.change.size > 0 }
      // Other code is a better answer than another use of the same code.
      let inCode = differences.filter { $0.change.isOfDeclarations }
      // What comes first is what the case recommends: another has to be nearer by some lines.
      let nearest = (inCode.isEmpty ? differences : inCode).enumerated()
        .min { $0.element.change.size + 4 * $0.offset < $1.element.change.size + 4 * $1.offset }
      guard let nearest = nearest?.element else { return [] }
      return [
        "From *\(old.name)* to *\(nearest.name)*:", fenced(nearest.change.text, as: "diff"),
      ]
    }
  }

  private static func fenced(_ text: String, as language: String) -> String {
    "```\(language)\n\(text)\n```"
  }
}

extension SelectedCase {
  /// Where the case was compiled.
  var filePath: String { variants.first?.location.filePath ?? "" }
}

extension String {
  /// The text without the marks of code, which DocC shows as they are in a title, and with all others escaped.
  fileprivate var asTitle: String {
    reduce(into: "") { title, character in
      if character == "`" { return }
      if #"\<>*_[]"#.contains(character) { title += #"\"# }
      title.append(character)
    }
  }
}

extension Variant.Expectation {
  /// What a reader calls the verdict.
  var word: String {
    switch self {
    case .leaked: "leaks"
    case .deinitialized: "fine"
    case .held, .late, .crashes: kind
    }
  }

  /// What becomes of the object, after *the object*.
  fileprivate var sentence: String {
    switch self {
    case .deinitialized: "is gone as soon as it is dropped"
    case .late: "goes by itself, but late"
    case .leaked: "leaks"
    case .held: "is held: something outside keeps it"
    case .crashes: "is gone, and the process ends"
    }
  }
}
