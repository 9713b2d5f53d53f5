import LeakDetection
import LeakDrawing

extension MergedReport {
  /// A graph of each cause in Graphviz's language.
  var dot: String {
    pictured.map { cause, graph in "// \(cause.title)\n\(graph.dot)" }.joined(separator: "\n")
  }

  /// A graph of each cause, behind a heading.
  var mermaid: String {
    pictured.map { cause, graph in
      "### \(cause.title.escapedForXML.withoutReferences)\n\n```mermaid\n\(graph.mermaid)```\n"
    }.joined(separator: "\n")
  }

  /// Each cause in boxes of characters, where that is not too large.
  var boxes: String {
    pictured.map { cause, graph in
      "\(cause.title)\n\n\(graph.boxes() ?? "  It is too large for a terminal.\n")"
    }.joined(separator: "\n")
  }

  private var pictured: [(Cause, RetainGraph)] {
    causes.compactMap { cause in cause.leak.flatMap(RetainGraph.init).map { (cause, $0) } }
  }
}

extension MergedReport.Cause {
  fileprivate var title: String { "\(standing.rawValue) \(fingerprint): \(headline)" }
}
