extension LeakReport.RetainPath {
  /// One strong reference of the heap.
  package struct Reference: Sendable, Hashable {
    private struct Facts: Sendable, Hashable, Codable {
      let source: String
      let label: String
      let target: String
      let function: String?
      let confidence: Confidence
    }

    /// A long path shares those that are alike.
    private let shared: Shared<Facts>

    /// The type of the object that holds the reference, with its module.
    package var source: String { shared.value.source }

    /// Where in the source it is stored: `.delegate`, `capture 0`, `[2]`.
    package var label: String { shared.value.label }

    /// The type of the object that it keeps alive, with its module.
    package var target: String { shared.value.target }

    /// The closure or function whose context the reference is.
    package var function: String? { shared.value.function }

    /// How sure it is that the reference exists.
    package var confidence: Confidence { shared.value.confidence }

    /// Creates a reference from its parts.
    package init(
      source: String, label: String, target: String, function: String? = nil,
      confidence: Confidence = .exact
    ) {
      shared = Shared(
        Facts(
          source: source, label: label, target: target, function: function, confidence: confidence))
    }
  }
}

extension LeakReport.RetainPath.Reference: Codable {
  package init(from decoder: any Decoder) throws {
    shared = Shared(try Facts(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    try shared.value.encode(to: encoder)
  }
}
