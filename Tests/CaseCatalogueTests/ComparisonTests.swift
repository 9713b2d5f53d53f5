import LeakCatalogue
import LeakDetection
import LeakTesting
import Testing

@Suite(.leakFree) struct ComparisonTests {
  static let path = RetainPath(
    start: "Shop.Cart", steps: [], suspect: 0, advice: "", references: [])
  static let leak = Outcome.verdict(.leaked(path), report: "Cart leaked.")
  static let held = Outcome.verdict(.held(by: [.unknown(1)]), report: "Cart is held.")
  static let gone = Outcome.verdict(.deinitialized, report: "")
  static let late = Outcome.verdict(.late(after: .milliseconds(300)), report: "Cart went late.")
  static let crash = Outcome.crashed(signal: 6, message: "object 0x7f00 was destroyed")

  @Test(arguments: [
    (Variant.Expectation.deinitialized, gone),
    (.late(atLeast: .milliseconds(300)), late),
    (.late(atLeast: .milliseconds(100)), late),
    (.leaked(report: "Cart leaked."), leak),
    (.leaked(report: "Cart leaked.\n"), leak),
    (.held(report: "Cart is held."), held),
    (.crashes(message: "Fatal error: object 0x… was destroyed"), crash),
  ])
  func matches(expectation: Variant.Expectation, outcome: Outcome) {
    #expect(expectation.mismatch(with: outcome) == nil)
  }

  @Test(arguments: [
    (Variant.Expectation.deinitialized, late, "Expected deinitialized, observed late by 0.300 s."),
    (.deinitialized, leak, "Expected deinitialized, observed leaked."),
    (
      .late(atLeast: .milliseconds(301)), late,
      "The object went 0.300 s late, but should not before 0.301 s."
    ),
    (
      .late(atLeast: .seconds(1)), gone, "Expected late, observed deinitialized."
    ),
    (.leaked(report: "Basket leaked."), leak, "The report differs."),
    (.leaked(report: "Cart is held."), held, "Expected leaked, observed held."),
    (.held(report: "Cart is kept."), held, "The report differs."),
    (.crashes(message: "object 0x… was freed"), crash, "The message differs."),
    (.crashes(message: ""), gone, "Expected crashes, observed deinitialized."),
    (
      .leaked(report: ""), .unobserved("it threw NoGhost()"),
      "The variant could not be observed: it threw NoGhost()."
    ),
  ])
  func differs(expectation: Variant.Expectation, outcome: Outcome, failure: String) {
    #expect(expectation.mismatch(with: outcome) == failure)
  }

  @Test(arguments: [
    ("at A.swift:12", "at A.swift:12", true),
    ("at A.swift:12", "at A.swift:13", false),
    ("at ≈ A.swift:12", "at A.swift:14", true),
    ("at ≈ A.swift:12. ≈ B.swift:7", "at A.swift:12. B.swift:17", true),
    ("at ≈ A.swift:12", "at A.swift:23", false),
    ("at ≈ A.swift:12", "at A.swift:11", false),
    ("at ≈ A.swift:12", "at B.swift:12", false),
    ("at ≈ A.swift:12", "in A.swift:12", false),
    ("at ≈ A.swift:12", "at A.swift:12.", false),
    ("at ≈ A.swift:12", "at ≈ A.swift:14", true),
    ("at ≈ A.swift:12", "at ", false),
    ("at A.swift:12", "at ≈ A.swift:12", false),
    ("captures Cart strongly", "captures cart: Cart strongly", true),
    ("captures cart: Cart strongly", "captures cart: Cart strongly", true),
    ("captures shelf: Cart strongly", "captures cart: Cart strongly", false),
    ("captures cart: Cart strongly", "captures Cart strongly", false),
    ("captures Shelf strongly", "captures cart: Cart strongly", false),
  ])
  func approximateLinesMayBeUpToTenBefore(observed: String, expected: String, matches: Bool) {
    #expect(observed.says(expected, isOptimized: true) == matches)
  }

  static let property = "\n  │    .host: Page\n"
  static let declaredProperty = "\n  │    .host: Page   Page.swift:7\n"

  @Test func linesOfPropertiesMayBeMissingInOptimizedCode() {
    #expect(Self.property.says(Self.declaredProperty, isOptimized: true))
    #expect(!Self.declaredProperty.says(Self.property, isOptimized: true))
    #expect(!Self.property.says(Self.declaredProperty, isOptimized: false))
    #expect(!"captures Cart".says("captures cart: Cart", isOptimized: false))
    let capture = "\n  │    closure #1 in f()   Page.swift:7\n"
    #expect(!"\n  │    closure #1 in f()\n".says(capture, isOptimized: true))
  }

  @Test(arguments: [
    ("", ""),
    ("Fatal error: object 0x00007fAB was destroyed", "object 0x… was destroyed"),
    ("Shop/Cart.swift:12: Fatal error: Index out of range\nmore\n", "Index out of range"),
    ("a line before\nFatal error: sank\n", "sank"),
    ("no marker 0x…\n", "no marker 0x…"),
  ])
  func takesTheMessage(text: String, message: String) {
    #expect(RuntimeMessage(text).text == message)
  }

  @Test(arguments: [
    (Duration.zero, "0.000 s"), (.microseconds(499), "0.000 s"), (.milliseconds(7), "0.007 s"),
    (.milliseconds(12_340), "12.340 s"), (.microseconds(1_999_500), "2.000 s"),
  ])
  func printsSeconds(duration: Duration, text: String) {
    #expect(duration.inSeconds == text)
  }
}
