/// A case of a catalogue, with those of its variants that were asked for.
package struct SelectedCase: Sendable {
  /// The title of the chapter that the case is in.
  package let chapter: String
  package let type: any Case.Type
  package let variants: [Variant]

  /// The name of `variant` in the catalogue: `chapter/case/variant`.
  package func id(of variant: Variant) -> String { "\(type.id)/\(variant.name)" }
}

/// An id that no case and no variant has.
package struct UnknownID: Error, Hashable {
  package let id: String
  /// The id of the catalogue that was most likely meant, or `nil` where none is near.
  package let nearest: String?

  package init(id: String, nearest: String?) {
    self.id = id
    self.nearest = nearest
  }
}

extension Catalogue {
  /// Every case with all of its variants, in reading order.
  package var everything: [SelectedCase] {
    chapters.flatMap { chapter in
      chapter.cases.map {
        SelectedCase(chapter: chapter.title, type: $0, variants: $0.variants)
      }
    }
  }

  /// The cases and variants that `ids` name, each once, in reading order; everything when there are none.
  ///
  /// An id is `chapter`, `chapter/case` or `chapter/case/variant`; a `*` in it stands for any text.
  ///
  /// - Throws: ``UnknownID`` for the first id that names nothing.
  package func selection(of ids: [String]) throws(UnknownID) -> [SelectedCase] {
    let everything = everything
    if ids.isEmpty { return everything }
    for id in ids {
      let isKnown = everything.contains { entry in
        entry.variants.contains { entry.isNamed(by: id, variant: $0) }
      }
      guard isKnown else {
        throw UnknownID(id: id, nearest: Self.nearest(to: id, in: everything))
      }
    }
    return everything.compactMap { entry in
      let variants = entry.variants.filter { variant in
        ids.contains { entry.isNamed(by: $0, variant: variant) }
      }
      return variants.isEmpty
        ? nil : SelectedCase(chapter: entry.chapter, type: entry.type, variants: variants)
    }
  }

  /// The catalogue of the cases that `ids` name, with all of their variants; the whole one when there are none.
  ///
  /// - Throws: ``UnknownID`` for the first id that names nothing.
  package func cases(named ids: [String]) throws(UnknownID) -> Catalogue {
    let names = Set(try selection(of: ids).map { $0.type.id })
    return Catalogue(
      chapters: chapters.compactMap { chapter in
        let cases = chapter.cases.filter { names.contains($0.id) }
        return cases.isEmpty ? nil : Chapter(chapter.title, cases)
      })
  }

  /// The id that `id` is most likely a slip for: of a variant only where `id` is written as one.
  private static func nearest(to id: String, in everything: [SelectedCase]) -> String? {
    switch id.count(where: { $0 == "/" }) {
    case 2...:
      id.nearest(of: everything.flatMap { entry in entry.variants.map(entry.id(of:)) })
    case 1:
      id.nearest(of: everything.map { $0.type.id } + everything.map { $0.chapterID + "/*" })
    default:
      // A chapter's name, or a case's without its chapter.
      id.nearest(
        of: everything.map { $0.chapterID } + everything.map { $0.type.id },
        by: { $0[$0.afterLastSlash...] })
    }
  }
}

extension SelectedCase {
  /// The chapter in the ids of its cases.
  fileprivate var chapterID: String { String(type.id.prefix { $0 != "/" }) }

  fileprivate func isNamed(by id: String, variant: Variant) -> Bool {
    [chapterID, type.id, self.id(of: variant)].contains { $0.matches(id) }
  }
}

extension String {
  fileprivate var afterLastSlash: Index { lastIndex(of: "/").map(index(after:)) ?? startIndex }

  /// Whether this is `pattern`, in which each `*` stands for any text.
  fileprivate func matches(_ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return self == pattern }
    guard hasPrefix(parts[0]) else { return false }
    var rest = dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
