/// The cases and their variants, by chapter, to be read.
struct TextListing: Sendable {
  let text: String

  init(_ selection: [SelectedCase]) {
    let width = selection.flatMap { $0.variants.map(\.name.count) }.max() ?? 0
    var text = ""
    var chapter: String?
    for entry in selection {
      if entry.chapter != chapter {
        text += (chapter == nil ? "" : "\n") + entry.chapter + "\n"
        chapter = entry.chapter
      }
      text += "\n  \(entry.type.id)\n  \(entry.type.question)\n"
      for variant in entry.variants {
        text += "    \(variant.name.padded(to: width))  \(variant.expectation.summary)\n"
      }
    }
    self.text = text
  }
}
