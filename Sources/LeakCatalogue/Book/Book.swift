import Foundation
import LeakDetection

/// The catalogue as pages for DocC: one for each case, and one that lists them by chapter.
package struct Book: Sendable {
  /// The name of the page that lists the cases, without `.md`.
  package static let index = "Cases"

  /// A page of the book.
  package struct Page: Sendable, Hashable {
    /// The name by which other pages link to it: `closures-stored-closure`.
    package let name: String
    package let text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The index, and the cases in reading order.
  package let pages: [Page]

  /// The pictures by the names of their files.
  package let pictures: [String: String]

  /// - Throws: what prevents a case's file from being read.
  package init(_ catalogue: Catalogue, pictures: CasePictures = CasePictures()) throws {
    let entries = catalogue.everything
    let relations = CaseRelations(entries)
    self.pictures = pictures.files.merging(DecisionTree.weakSelf.pictures) { $1 }
    pages =
      try [Page(name: Self.index, text: Self.index(of: entries))]
      + entries.map { entry in
        let page = BookPage(
          entry, code: try String(contentsOfFile: entry.filePath, encoding: .utf8),
          related: relations.related(to: entry.type.id), pictures: pictures)
        return Page(name: Self.name(ofCase: entry.type.id), text: page.text)
      }
  }

  /// The name of a case's page.
  package static func name(ofCase id: String) -> String { id.replacing("/", with: "-") }

  /// Writes each page and each picture into `folder`, which is made where it is missing.
  package func write(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for page in pages {
      try Data(page.text.utf8).write(to: folder.appending(path: page.name + ".md"))
    }
    for (name, picture) in pictures {
      try Data(picture.utf8).write(to: folder.appending(path: name))
    }
  }

  static func index(of entries: [SelectedCase]) -> String {
    let variants = entries.reduce(0) { $0 + $1.variants.count }
    var text = """
      # The cases

      \(counted(entries.count, "question")) about `[weak self]` and its like, each answered by code that is compiled, run and compared.

      ## Overview

      Each page is made from one file of the folder `Cases`: \(counted(variants, "variant")) in all, each with its verdict, and with \
      the whole report where there is one. `swift run leakcases` runs them, and `swift run leakcases run closures` a chapter.

      ## Topics

      """
    var chapter: String?
    for entry in entries {
      if entry.chapter != chapter {
        text += "\n### \(entry.chapter)\n\n"
        chapter = entry.chapter
      }
      text += "- <doc:\(name(ofCase: entry.type.id))>\n"
    }
    return text
  }
}
