import ChildProcess
import Foundation
import LeakTesting
import LeakTestingCases
import TestOrder
import Testing

@testable import LeakCatalogue

/// Every page of the book is that of its file: what it shows stands in the file, in the file's words, and what is expected
/// of a variant is quoted in full.
@Suite(.slow, .afterOthers, .leakFree) struct BookPagesTests {
  private static let entries = catalogue.everything
  private static let book = Result { try Book(catalogue) }

  @Test func everyCaseHasAPage() throws {
    let names = Self.entries.map { Book.name(ofCase: $0.type.id) }
    #expect(try Self.book.get().pages.map(\.name) == [Book.index] + names)
    #expect(Set(names).count == names.count)
  }

  @Test func everyPageHasItsPartsInTheirOrder() throws {
    let pages = try Self.book.get().pages.dropFirst()
    for (entry, page) in zip(Self.entries, pages) {
      var expected = ["Overview", "The code"]
      expected += entry.variants.map { "\($0.name): \($0.expectation.word)" }
      expected += ["Why", "The fix"]
      if entry.type.source != nil { expected.append("The source") }
      expected.append("See Also")
      let headings = page.prose.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
      #expect(headings == expected, "\(page.name)")
      #expect(page.text.contains("\n\n\(entry.type.why.trimmed)\n\n"), "\(page.name)")
      #expect(page.text.contains("\n\n\(entry.type.fix.trimmed)\n\n"), "\(page.name)")
    }
  }

  @Test func everyReportIsQuotedInFull() throws {
    let pages = try Self.book.get().pages.dropFirst()
    for (entry, page) in zip(Self.entries, pages) {
      let reports = entry.variants.map(\.expectation).filter { $0.text != $0.kind }
      #expect(page.blocks("text") == reports.map(\.text.trimmed), "\(page.name)")
    }
  }

  @Test func everyLineOfCodeIsOfTheFile() throws {
    let pages = try Self.book.get().pages.dropFirst()
    for (entry, page) in zip(Self.entries, pages) {
      let file = try String(contentsOfFile: entry.filePath, encoding: .utf8)
      let lines = Set(file.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
      let code = page.blocks("swift")
      // The case's code, and each variant's.
      #expect(code.count == 1 + entry.variants.count, "\(page.name)")
      #expect(code.allSatisfy { !$0.isEmpty }, "\(page.name)")
      let changes = page.blocks("diff").map { block in
        block.split(separator: "\n").map { $0.dropFirst() }.joined(separator: "\n")
      }
      for line in (code + changes).flatMap({ $0.split(separator: "\n") }) {
        let bare = line.replacing(#/  // ← .*/#, with: "").trimmingCharacters(in: .whitespaces)
        #expect(
          bare.isEmpty || lines.contains(bare) || bare.hasPrefix("// @"), "\(page.name): \(line)")
      }
    }
  }

  /// A report that gives the line of the closure to change has it marked, on that very line.
  @Test func theLineToChangeIsMarked() throws {
    let pages = try Self.book.get().pages.dropFirst()
    var marked = 0
    for (entry, page) in zip(Self.entries, pages) {
      let file = try String(contentsOfFile: entry.filePath, encoding: .utf8)
      let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
      let shown = try #require(page.blocks("swift").first).split(separator: "\n")
      for variant in entry.variants where variant.expectation.kind == "leaked" {
        let report = variant.expectation.text
        guard
          let advice = report.firstMatch(
            of: /Try .*(?:in the closure|itself) at \w+\.swift:(\d+)/),
          let number = Int(advice.1)
        else { continue }
        let line = lines[number - 1].trimmingCharacters(in: .whitespaces)
        #expect(
          shown.contains { $0.trimmingCharacters(in: .whitespaces) == line + "  // ← cut here" },
          "\(page.name), \(variant.name): \(line)")
        marked += 1
      }
    }
    #expect(marked > 60)
  }

  /// Where one variant stays and another does not, the page shows what changes.
  @Test func everyVariantThatStaysHasADifference() throws {
    let pages = try Self.book.get().pages.dropFirst()
    for (entry, page) in zip(Self.entries, pages) {
      let faulty = entry.variants.filter {
        ["leaked", "held", "crashes"].contains($0.expectation.kind)
      }
      let isFixed = entry.variants.contains { $0.expectation.kind == "deinitialized" }
      let titles = page.prose.compactMap { $0.firstMatch(of: /^From \*(.+)\* to \*.+\*:$/)?.1 }
      #expect(titles.map(String.init) == (isFixed ? faulty.map(\.name) : []), "\(page.name)")
      #expect(page.blocks("diff").count == titles.count, "\(page.name)")
      for block in page.blocks("diff") {
        let signs = Set(block.split(separator: "\n").map { $0.prefix(1) })
        #expect(signs.contains("-") || signs.contains("+"), "\(page.name)")
        #expect(signs.isSubset(of: ["-", "+", " "]), "\(page.name)")
      }
    }
  }

  @Test func everyLinkLeadsToAPage() throws {
    let pages = try Self.book.get().pages
    let names = Set(pages.map(\.name))
    for page in pages {
      let links = page.text.matches(of: /<doc:([^>]*)>/).map { String($0.1) }
      #expect(!links.isEmpty, "\(page.name)")
      #expect(Set(links).isSubset(of: names), "\(page.name)")
      #expect(!links.contains(page.name), "\(page.name)")
    }
  }

  /// Each variant of which the object stays has a picture, in light and dark colours, behind its report. The diagram of the article
  /// on `[weak self]` is beside them.
  @Test func theCommandWritesThePagesAndPictures() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    // What holds an object is searched for in the whole process.
    let run = try await ChildProcess(
      product: "leakcases", ["book", folder.path, "closures", "owners/*-delegate"]
    ).run()
    let cases = try catalogue.cases(named: ["closures", "owners/*-delegate"])
    let pages = try Book(cases).pages
    #expect(pages.count > 10)
    #expect(run.output == "\(pages.count) pages in \(folder.path)\n")
    #expect(run.errors == "")
    #expect(run.status == .exitCode(0))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var images: [String] = []
    for page in pages {
      let file = folder.appending(path: page.name + ".md")
      let lines = try String(contentsOf: file, encoding: .utf8)
        .components(separatedBy: "\n\n")
      let pictures = lines.filter { $0.hasPrefix("![") }
      #expect(lines.filter { !$0.hasPrefix("![") }.joined(separator: "\n\n") == page.text)
      images += pictures.compactMap {
        $0.firstMatch(of: /\]\((picture-[\w-]+)\)$/).map { String($0.1) }
      }
    }
    let staying = cases.everything.flatMap { entry in
      entry.variants.filter { ["leaked", "held"].contains($0.expectation.kind) }
        .map { "picture-" + entry.id(of: $0).replacing("/", with: "-") }
    }
    #expect(images == staying)
    #expect(
      Set(files)
        == Set(
          pages.map { $0.name + ".md" }
            + (staying + ["decision"]).flatMap { ["\($0).svg", "\($0)~dark.svg"] }))
  }
}

extension Book.Page {
  /// The lines outside all blocks of code.
  fileprivate var prose: [Substring] {
    var isInBlock = false
    return text.split(separator: "\n").filter { line in
      if line.hasPrefix("```") {
        isInBlock.toggle()
        return false
      }
      return !isInBlock
    }
  }

  /// The blocks of code in this language.
  fileprivate func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "\n```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }
}
