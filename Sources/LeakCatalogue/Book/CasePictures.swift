import LeakDetection
import LeakDrawing

/// What the variants leave, as pictures for the pages of a book.
package struct CasePictures: Sendable {
  /// The graphs by the names of the variants in the catalogue: `chapter/case/variant`.
  private var graphs: [String: RetainGraph] = [:]

  /// None.
  package init() {}

  package init(_ graphs: [String: RetainGraph]) { self.graphs = graphs }

  /// Runs each variant of which the object stays, and draws what is found.
  ///
  /// - Throws: ``UnexpectedResult`` for a variant of which something else is found than its page says.
  package init(_ catalogue: Catalogue, runner: CaseRunner) async throws(UnexpectedResult) {
    for entry in catalogue.everything {
      for variant in entry.variants where variant.expectation.stays {
        let id = entry.id(of: variant)
        let result = await runner.run(variant, id: id)
        if let failure = result.failure {
          throw UnexpectedResult(id: id, failure: failure, observed: result.outcome.text)
        }
        graphs[id] = result.leak.flatMap(RetainGraph.init)
      }
    }
  }

  /// Why no picture can be drawn of a variant.
  package struct UnexpectedResult: Error, Hashable, CustomStringConvertible {
    package let id: String
    package let failure: String
    /// What was found instead, as the whole text of the report.
    package let observed: String

    package var description: String { "\(id) cannot be drawn. \(failure)\n\(observed)" }
  }

  /// The pictures, light and dark, by the names of their files. DocC shows the one that goes with the page's colours.
  var files: [String: String] {
    var files: [String: String] = [:]
    for (id, graph) in graphs {
      let name = Self.name(ofVariant: id)
      files["\(name).svg"] = graph.svg(.light)
      files["\(name)~dark.svg"] = graph.svg(.dark)
    }
    return files
  }

  /// The image as a page has it, with what it shows in words; `nil` where there is none.
  func reference(to id: String) -> String? {
    guard let graph = graphs[id] else { return nil }
    return "![\(graph.description.asAlternative)](\(Self.name(ofVariant: id)))"
  }

  private static func name(ofVariant id: String) -> String {
    "picture-" + id.replacing("/", with: "-")
  }
}

extension String {
  /// The text as Markdown has it in brackets.
  fileprivate var asAlternative: String {
    reduce(into: "") { text, character in
      if #"\<>*_[]`"#.contains(character) { text += #"\"# }
      text.append(character)
    }
  }
}
