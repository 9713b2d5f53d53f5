/// The cases and their variants, by chapter, to be read.
struct TextListing: Sendable {
  let text: String

  init(_ selection: [SelectedCase], style: TextStyle = TextStyle()) {
    let width = selection.flatMap { $0.variants.map(\.name.count) }.max() ?? 0
    var text = ""
    var chapter: String?
    for entry in selection {
      if entry.chapter != chapter {
        text += (chapter == nil ? "" : "\n") + style.painted(entry.chapter, .bold) + "\n"
        chapter = entry.chapter
      }
      text += "\n  \(style.painted(entry.type.id, .bold))\n"
      text += style.wrapped("  " + entry.type.question) + "\n"
      for variant in entry.variants {
        let expectation = variant.expectation
        let verdict = style.painted(expectation.kind, expectation.paint)
        text += "    \(variant.name.padded(to: width))  \(verdict)\n"
      }
    }
    self.text = text
  }
}
