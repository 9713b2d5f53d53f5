extension RetainGraph {
  /// The picture in words, for those who do not see it: a sentence for each reference.
  package var description: String {
    var sentences: [String] = []
    for figure in figures {
      if let title = figure.title {
        sentences.append("\(title.prefix(1).uppercased())\(title.dropFirst()):")
      }
      for edge in ([figure.chain] + figure.branches).flatMap(\.edges) {
        sentences.append(sentence(on: edges[edge]))
      }
    }
    return (sentences + [note].compactMap(\.self)).joined(separator: " ")
  }

  private func sentence(on edge: Edge) -> String {
    let label = edge.label.isEmpty ? "" : " (\(edge.label))"
    let cut = edge.cut.map { ": " + $0 } ?? ""
    return "\(nodes[edge.source].text) → \(nodes[edge.target].text)\(label)\(cut)."
  }
}

extension RetainGraph.Node {
  /// The name, with the name that the test gave.
  var text: String { name + (label.map { " \"\($0)\"" } ?? "") }
}
