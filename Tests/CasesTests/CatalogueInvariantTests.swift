import Foundation
import LeakCatalogue
import LeakTesting
import LeakTestingCases
import Testing

/// What every case of the catalogue keeps to.
@Suite(.leakFree) struct CatalogueInvariantTests {
  let entries = catalogue.everything

  /// The names of the scenarios in the demo app `almaleh/weak-self`.
  static let scenarios = [
    "delayedAllocAsyncCall", "delayedAllocSemaphore", "higherOrderFunctions", "leakyAsyncCall",
    "leakyButton", "leakyDispatchQueue", "leakyNestedClosure", "leakyTimer",
    "leakyViewPropertyAnimator", "nonLeakyButton", "nonLeakyDispatchQueue",
    "nonLeakyViewPropertyAnimator1", "nonLeakyViewPropertyAnimator2", "savedClosure",
    "uiViewAnimate", "unsavedClosure",
  ]

  @Test func idsAreUnique() {
    let ids = entries.map { $0.type.id }
    #expect(ids.filter { id in ids.count { $0 == id } > 1 } == [])
  }

  @Test func idsAreTheChapterAndTheCaseInKebabCase() {
    var prefixes: [String: Set<Substring>] = [:]
    for entry in entries {
      let id = entry.type.id
      #expect(id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(id)")
      prefixes[entry.chapter, default: []].insert(id.prefix { $0 != "/" })
    }
    #expect(prefixes.values.allSatisfy { $0.count == 1 })
    #expect(Set(prefixes.values).count == prefixes.count)
  }

  @Test func variantNamesAreUniqueInTheirCaseAndInKebabCase() {
    for entry in entries {
      let names = entry.variants.map(\.name)
      #expect(Set(names).count == names.count, "\(entry.type.id)")
      #expect(
        names.allSatisfy { $0.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil }, "\(entry.type.id)")
    }
  }

  @Test func everyCaseIsInAFileOfItsOwn() {
    var owners: [String: String] = [:]
    for entry in entries {
      let files = Set(entry.variants.map(\.location.filePath))
      #expect(files.count == 1, "\(entry.type.id)")
      for file in files {
        #expect(owners.updateValue(entry.type.id, forKey: file) == nil, "\(file)")
        let name = URL(filePath: file).deletingPathExtension().lastPathComponent
        #expect(name == "\(entry.type)", "\(entry.type.id)")
      }
    }
  }

  @Test func everyCaseIsInTheCatalogue() throws {
    let folder = try #require(entries.first?.variants.first).location.filePath
    let cases = URL(filePath: folder).deletingLastPathComponent().deletingLastPathComponent()
    let listed = Set(entries.flatMap { $0.variants.map(\.location.filePath) })
    let files = try #require(FileManager.default.enumerator(atPath: cases.path))
      .compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") && $0 != "Catalogue.swift" && !$0.hasPrefix("Support/") }
      .map { cases.appending(path: $0).path }
    #expect(Set(files).subtracting(listed) == [])
  }

  @Test func theIndexIsThatOfTheseCases() throws {
    let file = try #require(entries.first?.variants.first).location.filePath
    let cases = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
    let index = try String(contentsOf: cases.appending(path: "README.md"), encoding: .utf8)
    #expect(
      index == MarkdownIndex(entries).text, "renew it: \(MarkdownIndex.command) > Cases/README.md")
  }

  @Test func everyLeakHasAFix() {
    for entry in entries {
      let hasLeak = entry.variants.contains { ["leaked", "held"].contains($0.expectation.kind) }
      let hasFix = entry.variants.contains {
        ["deinitialized", "late"].contains($0.expectation.kind)
      }
      #expect(!hasLeak || hasFix, "\(entry.type.id)")
    }
  }

  @Test func everyPartIsWritten() {
    for entry in entries {
      #expect(entry.type.question.hasSuffix("?"), "\(entry.type.id)")
      #expect(!entry.type.why.trimmed.isEmpty, "\(entry.type.id)")
      #expect(!entry.type.fix.trimmed.isEmpty, "\(entry.type.id)")
      #expect(!entry.variants.isEmpty, "\(entry.type.id)")
    }
  }

  /// A private or function-local type has a name with an address in it, which differs from run to run.
  @Test func reportsNameNoPrivateType() {
    for entry in entries {
      for variant in entry.variants {
        #expect(!variant.expectation.text.contains("unknown context"), "\(entry.id(of: variant))")
      }
    }
  }

  @Test(arguments: scenarios)
  func everyScenarioOfTheDemoAppIsFound(name: String) {
    let places = entries.filter { $0.type.source?.scenarios.contains(name) == true }
    #expect(!places.isEmpty)
  }
}
