extension RetainGraph {
  /// The graph in Graphviz's language.
  package var dot: String {
    var text = """
      digraph leak {
        label=\(title.quoted); labelloc=t; fontname="monospace";
        node [fontname="monospace", shape=box]; edge [fontname="monospace"];

      """
    for (index, figure) in figures.enumerated() {
      let nodes = ([figure.chain.nodes] + figure.branches.map { Array($0.nodes.dropFirst()) })
        .flatMap(\.self)
      let isCluster = figures.count > 1
      let margin = isCluster ? "    " : "  "
      if isCluster {
        text += "  subgraph cluster\(index) {\n    label=\((figure.title ?? "").quoted);\n"
      }
      for node in nodes { text += "\(margin)n\(node) [\(self.nodes[node].dotAttributes)];\n" }
      for edge in ([figure.chain] + figure.branches).flatMap(\.edges) {
        let edge = edges[edge]
        text += "\(margin)n\(edge.source) -> n\(edge.target)\(edge.dotAttributes);\n"
      }
      if isCluster { text += "  }\n" }
    }
    if let note { text += "  note [shape=plaintext, label=\(note.quoted)];\n" }
    return text + "}\n"
  }
}

extension RetainGraph.Node {
  fileprivate var dotAttributes: String {
    let lines = [name, label.map { "\"\($0)\"" }, place].compactMap(\.self)
    var attributes = ["label=\(lines.joined(separator: "\n").quoted)"]
    switch kind {
    case .object: break
    case .closure: attributes.append("style=rounded")
    case .holder: attributes.append("peripheries=2")
    case .folded: attributes.append("style=dotted")
    }
    if isSubject { attributes.append("penwidth=2.5") }
    return attributes.joined(separator: ", ")
  }
}

extension RetainGraph.Edge {
  fileprivate var dotAttributes: String {
    let lines = [label.isEmpty ? nil : label, place, cut].compactMap(\.self)
    var attributes = lines.isEmpty ? [] : ["label=\(lines.joined(separator: "\n").quoted)"]
    if !isSure { attributes.append("style=dashed") }
    if cut != nil { attributes += ["color=\"#c0182b\"", "fontcolor=\"#c0182b\"", "penwidth=2.5"] }
    return attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
  }
}

extension String {
  fileprivate var quoted: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": break
      case "\"", "\\": text += "\\\(scalar)"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(text)\""
  }
}
