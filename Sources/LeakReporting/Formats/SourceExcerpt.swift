import LeakDetection

/// The lines around a reference to change, with the change where it is known.
struct SourceExcerpt {
  /// A line as it is, or one that goes or comes.
  struct Line {
    /// ` `, `-` or `+`.
    var sign: Character
    var number: Int
    var text: String
  }

  /// How many lines are shown before and after.
  private static let context = 3

  /// So many lines lie between the first and the last one that are changed, at most.
  private static let most = 24

  /// The file below the root.
  let path: String
  let lines: [Line]

  /// `nil` where the file is not known, or is not what it was.
  init?(around cause: MergedReport.Cause, in sources: SourceFinder) {
    guard cause.leak?.suspect?.line != nil || cause.leak?.path?.edits.isEmpty == false,
      let place = sources.place(of: cause)
    else { return nil }
    let text = sources.text(of: place.path)
    guard text.indices.contains(place.line - 1) else { return nil }
    path = place.path
    let edits = cause.leak?.path?.edits ?? []
    let last = (edits.map(\.line) + [place.line]).max() ?? place.line
    let first = (edits.map(\.line) + [place.line]).min() ?? place.line
    // A change of which a part is elsewhere is not shown.
    let isWhole =
      last - first <= Self.most && edits.allSatisfy { sources.file(at: $0.file) == place.path }
    var changed: [Int: String] = [:]
    for edit in (isWhole ? edits : []).sorted(by: { ($1.line, $1.column) < ($0.line, $0.column) }) {
      guard text.indices.contains(edit.line - 1),
        let line = (changed[edit.line] ?? text[edit.line - 1]).applying(edit)
      else { return nil }
      changed[edit.line] = line
    }
    let shown = isWhole ? first...last : place.line...place.line
    var lines: [Line] = []
    for number in shown.lowerBound - Self.context...shown.upperBound + Self.context
    where text.indices.contains(number - 1) {
      let line = text[number - 1]
      lines.append(Line(sign: changed[number] == nil ? " " : "-", number: number, text: line))
      for new in changed[number]?.lines ?? [] {
        lines.append(Line(sign: "+", number: number, text: new))
      }
    }
    self.lines = lines
  }
}

extension String {
  /// The line with an edit of it; `nil` where something else stands there, or the edit is of several lines.
  fileprivate func applying(_ edit: SourceEdit) -> String? {
    var bytes = Array(utf8)
    let start = edit.column - 1
    let end = start + edit.original.utf8.count
    guard start >= 0, end <= bytes.count, bytes[start..<end].elementsEqual(edit.original.utf8)
    else { return nil }
    bytes.replaceSubrange(start..<end, with: edit.replacement.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}
