extension RetainGraph {
  /// The graph in the language of Mermaid, which code hosts draw in Markdown.
  package var mermaid: String {
    var text = "flowchart TD\n"
    var cuts: [Int] = []
    var count = 0
    for (index, figure) in figures.enumerated() {
      let isGroup = figures.count > 1
      let margin = isGroup ? "    " : "  "
      if isGroup { text += "  subgraph f\(index) [\((figure.title ?? " ").quoted)]\n" }
      for node in figure.chain.nodes + figure.branches.flatMap({ $0.nodes.dropFirst() }) {
        text += "\(margin)n\(node)\(nodes[node].mermaid)\n"
      }
      for edge in ([figure.chain] + figure.branches).flatMap(\.edges) {
        if edges[edge].cut != nil { cuts.append(count) }
        count += 1
        text += "\(margin)\(edges[edge].mermaid)\n"
      }
      if isGroup { text += "  end\n" }
    }
    if let note { text += "  note[\(note.quoted)]\n" }
    let subjects = nodes.indices.filter { nodes[$0].isSubject }.map { "n\($0)" }
    if !subjects.isEmpty {
      text += "  classDef subject stroke-width:3px\n"
      text += "  class \(subjects.joined(separator: ",")) subject\n"
    }
    if !cuts.isEmpty {
      text +=
        "  linkStyle \(cuts.map(String.init).joined(separator: ",")) stroke:#c0182b,stroke-width:3px\n"
    }
    return text
  }
}

extension RetainGraph.Node {
  fileprivate var mermaid: String {
    let text = [name, label.map { "\"\($0)\"" }, place].compactMap(\.self)
      .joined(separator: "\n").quoted
    return switch kind {
    case .object: "[\(text)]"
    case .closure: "(\(text))"
    case .holder: "[[\(text)]]"
    case .folded: ">\(text)]"
    }
  }
}

extension RetainGraph.Edge {
  fileprivate var mermaid: String {
    let lines = [label.isEmpty ? nil : label, place, cut].compactMap(\.self)
    let arrow = cut != nil ? "==>" : isSure ? "-->" : "-.->"
    let label = lines.isEmpty ? "" : "|\(lines.joined(separator: "\n").quoted)|"
    return "n\(source) \(arrow)\(label) n\(target)"
  }
}

extension String {
  /// The text as Mermaid takes it: what would end it, or stand for something else, by its number.
  fileprivate var quoted: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "<br/>"
      case "\r": break
      case "\"", "#", "<", ">", "&", "`", "\\": text += "#\(scalar.value);"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(text)\""
  }
}
