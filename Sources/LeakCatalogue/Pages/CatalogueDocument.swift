import Foundation
import LeakDetection

/// The JSON form of a catalogue, with the results of a run or without.
package struct CatalogueDocument: Encodable {
  /// The version of the form.
  package static let schemaVersion = 1

  /// A case in the document.
  struct CaseEntry: Encodable {
    var id: String
    var chapter: String
    var question: String
    var source: Source?
    var variants: [VariantEntry]
  }

  /// A variant in the document. Those of a listing have a name and an expectation only.
  struct VariantEntry: Encodable {
    var name: String
    var expected: String
    var result: VariantResult?
  }

  var schemaVersion = Self.schemaVersion
  var cases: [CaseEntry]

  package init(_ selection: [SelectedCase], results: [String: VariantResult] = [:]) {
    cases = selection.map { entry in
      CaseEntry(
        id: entry.type.id, chapter: entry.chapter, question: entry.type.question,
        source: entry.type.source,
        variants: entry.variants.map { variant in
          VariantEntry(
            name: variant.name, expected: variant.expectation.kind,
            result: results[entry.id(of: variant)])
        })
    }
  }

  /// The document, its keys in alphabetic order, with a line break at the end.
  package var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}

extension CatalogueDocument.CaseEntry {
  private enum Key: String, CodingKey { case id, chapter, question, source, variants }
  private enum SourceKey: String, CodingKey { case author, title, scenarios }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(chapter, forKey: .chapter)
    try container.encode(question, forKey: .question)
    if let source {
      var nested = container.nestedContainer(keyedBy: SourceKey.self, forKey: .source)
      try nested.encode(source.author, forKey: .author)
      try nested.encode(source.title, forKey: .title)
      try nested.encode(source.scenarios, forKey: .scenarios)
    } else {
      try container.encodeNil(forKey: .source)
    }
    try container.encode(variants, forKey: .variants)
  }
}

extension CatalogueDocument.VariantEntry {
  private enum Key: String, CodingKey {
    case name, expected, observed, passed, failure, fingerprint, path, values, seconds
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(expected, forKey: .expected)
    guard let result else { return }
    try container.encode(result.outcome.kind, forKey: .observed)
    try container.encode(result.passed, forKey: .passed)
    // Only where there is something to say: what does not match.
    try container.encodeIfPresent(result.failure, forKey: .failure)
    // Only where there is a report.
    try container.encodeIfPresent(result.fingerprint, forKey: .fingerprint)
    // `null` where the object is not kept by a cycle.
    try container.encode(result.outcome.path, forKey: .path)
    try container.encodeIfPresent(result.values, forKey: .values)
    try container.encode(result.duration.seconds, forKey: .seconds)
  }
}
