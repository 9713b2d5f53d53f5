extension RetainPath: CustomStringConvertible {
  /// The cycle as a drawing, one line for each step, the suspect underlined.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    var lines = ["  ╭→ \(TypeName(start).short)"]
    for (index, step) in steps.enumerated() {
      let isSuspect = index == suspect
      let text = step.text(withNote: !isSuspect)
      lines.append("  │    \(text)" + (step.capture?.line.map { "   \($0)" } ?? ""))
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
    case .property(let property):
      let path = property.path
      let name = path.isEmpty ? "an unnamed reference" : path.hasPrefix("[") ? path : "." + path
      let type = property.target.map { ": " + TypeName($0).short } ?? ""
      return name + type + (property.confidence == .conservative ? " (probably)" : "")
    case .capture(let capture):
      return capture.function + (withNote ? note.map { " " + $0 } ?? "" : "")
    }
  }

  /// What a closure captures: `captures Controller (self) strongly`.
  var note: String? {
    guard let capture, let target = capture.target else { return nil }
    return (capture.confidence == .conservative ? "probably " : "")
      + "captures \(capture.variable.map { $0 + ": " } ?? "")\(TypeName(target).short)\(capture.isSelf ? " (self)" : "") strongly"
  }
}
