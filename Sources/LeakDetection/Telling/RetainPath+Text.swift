extension RetainPath {
  /// This cycle and the others that must be broken.
  var cuts: [RetainPath] { [self] + further }

  /// The drawing and what to change; where there are several cycles, those of each.
  var drawingWithAdvice: String {
    if further.isEmpty { return "\(self)\n\n  \(advice)" }
    let count = cuts.count
    let parts = cuts.enumerated().map { "\($1)\n\n  \($0 + 1) of \(count). \($1.advice)" }
    let number = count == 2 ? "Both" : "All \(count)"
    return parts.joined(separator: "\n\n")
      + "\n\n  \(number) are needed: each cycle alone keeps the objects alive."
  }
}

extension RetainPath: CustomStringConvertible {
  /// The cycle as a drawing, one line for each step, the suspect underlined.
  public var description: String { lines.joined(separator: "\n") }

  /// From what nothing refers to, or the object itself.
  private var lostRetainLines: [String] {
    let holder = approach.map { "\(TypeName($0.start).short), to which nothing refers" }
    let way = approach?.steps ?? []
    return ["  ╭─ " + (holder ?? "a retain that no reference explains")]
      + way.map { "  │    \($0.textWithPlace)" } + ["  ╰→ \(TypeName(start).short)"]
  }

  private var lines: [String] {
    if isLostRetain { return lostRetainLines }
    var lines = ["  ╭→ \(TypeName(start).short)"]
    let likeTheLast = likeStepsBefore
    for (index, step) in steps.enumerated() {
      let isSuspect = index == suspect
      if likeTheLast[index] > Self.mostAlike {
        // The last of them says how many there are.
        if index + 1 == steps.count || likeTheLast[index + 1] == 0 {
          lines.append("  │    … \(likeTheLast[index] - Self.mostAlike) more steps like this one")
        }
        continue
      }
      let text = step.text(withNote: !isSuspect)
      lines.append("  │    \(text)" + (step.line.map { "   \($0)" } ?? ""))
      guard isSuspect else { continue }
      let underline = String(repeating: "~", count: step.text(withNote: false).count)
      lines.append("  │    \(underline)" + (step.note.map { " " + $0 } ?? ""))
    }
    lines.append("  ╰─ \(TypeName(start).short)")
    if let approach {
      lines.append("")
      lines.append("  From \(TypeName(approach.start).short) it leads on:")
      lines += approach.steps.map { "       \($0.textWithPlace)" }
    }
    return lines
  }
}

extension RetainPath {
  /// So many steps that are alike are shown after the first one.
  private static let mostAlike = 2

  /// For each step, how many steps right before it are like it: the elements of a long list. The suspect is like none.
  private var likeStepsBefore: [Int] {
    var counts: [Int] = []
    for (index, step) in steps.enumerated() {
      let isAlike =
        index > 0 && index != suspect && step.line == nil && step.property != nil
        && step.identity == steps[index - 1].identity
      counts.append(isAlike ? counts[index - 1] + 1 : 0)
    }
    return counts
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

  /// The step on one line, with where its closure is written.
  var textWithPlace: String {
    text(withNote: true) + (line.map { "   \($0)" } ?? "")
  }

  /// What a closure captures: `captures Controller (self) strongly`.
  var note: String? {
    guard let capture, let target = capture.target else { return nil }
    return (capture.confidence == .conservative ? "probably " : "")
      + "captures \(capture.variable.map { $0 + ": " } ?? "")\(TypeName(target).short)\(capture.isSelf ? " (self)" : "")\(capture.carrier.map { " in " + $0 } ?? "") strongly"
  }
}

extension RetainPath {
  /// The types of which instances are counted in the headline.
  private static let mostTypes = 3

  /// The instances that keep one another alive, where the path shows but some of them: `, among 51 instances of Folder that keep
  /// one another alive`.
  var company: String {
    guard let first = members.first else { return "" }
    let noun = first.count == 1 ? "instance" : "instances"
    var parts = ["\(first.count) \(noun) of \(TypeName(first.typeName).short)"]
    parts += members.dropFirst().prefix(Self.mostTypes - 1).map {
      "\($0.count) of \(TypeName($0.typeName).short)"
    }
    let rest = members.dropFirst(Self.mostTypes).reduce(0) { $0 + $1.count }
    if rest > 0 { parts.append("\(rest) of other types") }
    let list =
      parts.count == 1
      ? parts[0] : parts.dropLast().joined(separator: ", ") + " and " + parts[parts.count - 1]
    return ", among \(list) that keep one another alive"
  }
}
