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
  /// The id of the catalogue that is most like it, or `nil` in an empty catalogue.
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
  /// An id is `chapter/case`, `chapter/case/variant`, or `chapter/*` for a whole chapter.
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

  /// The id most like `id`: of a variant or a chapter only where `id` is written as one.
  private static func nearest(to id: String, in everything: [SelectedCase]) -> String? {
    switch id.count(where: { $0 == "/" }) {
    case 2...:
      id.nearest(of: everything.flatMap { entry in entry.variants.map(entry.id(of:)) })
    case 1 where id.hasSuffix("/*"):
      id.nearest(of: everything.map { $0.chapterPattern })
    case 1:
      id.nearest(of: everything.map { $0.type.id })
    default:
      // A case's name without its chapter, or a chapter's name alone.
      id.nearest(
        of: everything.map { $0.type.id } + everything.map { $0.chapterPattern },
        by: { $0.hasSuffix("/*") ? $0.dropLast(2) : $0[$0.afterLastSlash...] })
    }
  }
}

extension SelectedCase {
  /// The pattern that names the whole chapter: `chapter/*`.
  fileprivate var chapterPattern: String { type.id.prefix { $0 != "/" } + "/*" }

  fileprivate func isNamed(by id: String, variant: Variant) -> Bool {
    id == type.id || id == chapterPattern || id == self.id(of: variant)
  }
}

extension String {
  fileprivate var afterLastSlash: Index { lastIndex(of: "/").map(index(after:)) ?? startIndex }
}
