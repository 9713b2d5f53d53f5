import LeakTesting
import Testing

@testable import LeakExplaining

/// Closures of functions of one name are leaks of their own.
@Suite(.leakFree) struct OverloadTests {
  final class Loader {
    var done: (() -> Void)?
    var count = 0

    init() {}
    init(_ number: Int) { done = { self.count += 1 } }
    init(_ text: String) { done = { self.count -= 1 } }

    func load(_ number: Int) { done = { self.count += 2 } }
    func load(_ text: String) { done = { self.count -= 2 } }

    func bindHere() { bind() }
    private func bind() { done = { self.count += 4 } }
  }

  /// Two leaks, and of each the line of its closure.
  struct Pair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let make: @Sendable () -> Void
  }

  static let pairs = [
    Pair(testDescription: "init", lines: ["OverloadTests.swift:13", "OverloadTests.swift:14"]) {
      _ = (Loader(1), Loader("a"))
    },
    Pair(testDescription: "method", lines: ["OverloadTests.swift:16", "OverloadTests.swift:17"]) {
      Loader().load(1)
      Loader().load("a")
    },
    Pair(
      testDescription: "private",
      lines: ["OverloadTests+Private.swift:5", "OverloadTests.swift:20"]
    ) {
      Loader().bindHere()
      Loader().bindThere()
    },
  ]

  @Test(
    .disabled(if: isOptimized, "closures of inlined functions have other names"), arguments: pairs)
  func `Each of the two is told`(_ pair: Pair) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { pair.make() }
    let lines = report.leaks.map { $0.suspect?.capture?.line.map { "\($0)" } ?? "-" }
    #expect(lines.sorted() == pair.lines)
    #expect(Set(report.leaks.map(\.fingerprint)).count == 2)
  }
}
