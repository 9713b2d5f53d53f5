extension RetainPath: CustomStringConvertible {
  /// The cycle as a drawing, one line for each step, the suspect underlined.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    var lines = ["  ╭→ \(TypeName(start).short)"]
    for (index, step) in steps.enumerated() {
      let isSuspect = index == suspect
      let text = step.text(withNote: !isSuspect)
      lines.append("  │    \(text)" + (step.line.map { "   \($0)" } ?? ""))
      guard isSuspect else { continue }
      let underline = String(repeating: "~", count: step.text(withNote: false).count)
      lines.append("  │    \(underline)" + (step.note.map { " " + $0 } ?? ""))
    }
    lines.append("  ╰─ \(TypeName(start).short)")
    return lines
  }
}

extension RetainPath.Step {
  /// The step on one line. What a closure captures is a note, and may stand elsewhere.
  func text(withNote: Bool) -> String {
    switch self {
    case .property(_, let path, let target, let confidence):
      let name = path.isEmpty ? "an unnamed reference" : path.hasPrefix("[") ? path : "." + path
      let type = target.map { ": " + TypeName($0).short } ?? ""
      return name + type + (confidence == .conservative ? " (probably)" : "")
    case .capture(let function, _, _, _, _):
      return withNote ? function + (note.map { " " + $0 } ?? "") : function
    }
  }

  /// Where a closure is written, if that is known.
  var line: RetainPath.SourceLine? {
    if case .capture(_, _, _, let line, _) = self { line } else { nil }
  }

  /// What a closure captures: `captures Controller (self) strongly`.
  var note: String? {
    guard case .capture(_, let target?, let isSelf, _, let confidence) = self else { return nil }
    return (confidence == .conservative ? "probably " : "")
      + "captures \(TypeName(target).short)\(isSelf ? " (self)" : "") strongly"
  }
}
