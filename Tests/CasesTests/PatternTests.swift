import LeakCatalogue
import LeakDetection
import LeakTesting
import LeakTestingCases
import TestOrder
import Testing

/// The patterns that reports name, and the cases that show them.
@Suite(.slow, .leakFree) struct PatternTests {
  static let patterns = AdvicePattern.all.map { Link(name: $0.name, caseID: $0.caseID) }
    .filter { !isOptimized || $0.name != "observer-list" }

  /// Optimised code need not tell any more who makes whom: a list of observers is not known by anything else.
  private static let isOptimized: Bool = {
    #if DEBUG
      false
    #else
      true
    #endif
  }()

  /// A pattern, and the case that it names.
  struct Link: Sendable, CustomTestStringConvertible {
    var name: String
    var caseID: String

    var testDescription: String { name }
  }

  /// The reports are those that the variants are tested to have.
  @Test(arguments: patterns) func aVariantOfTheCaseReportsThePattern(_ pattern: Link) throws {
    let entry = try #require(catalogue.everything.first { $0.type.id == pattern.caseID })
    let line = "\n  pattern \(pattern.name) (swift run leakcases show \(pattern.caseID))\n"
    #expect(entry.variants.contains { $0.expectation.text.contains(line) })
  }

  /// What is late says the place, and no pattern.
  @Test(arguments: HoldingPattern.all.map { Link(name: $0.name, caseID: $0.caseID) })
  func aVariantOfTheCaseIsHeldSo(_ pattern: Link) throws {
    let entry = try #require(catalogue.everything.first { $0.type.id == pattern.caseID })
    let line = "\n  pattern \(pattern.name) (swift run leakcases show \(pattern.caseID))"
    #expect(
      entry.variants.contains { variant in
        switch variant.expectation {
        case .held(let report): report.contains(line)
        case .late(_, .some(let report)): report.contains(", held meanwhile by ")
        default: false
        }
      })
  }

  @Test func everyRetainCycleHasAPattern() {
    for entry in catalogue.everything {
      for variant in entry.variants where variant.expectation.kind == "leaked" {
        let report = variant.expectation.text
        // A retain that is not given back is no cycle.
        #expect(
          report.contains("\n  pattern ") || !report.contains("retain cycle"),
          "\(entry.id(of: variant))")
      }
    }
  }
}
