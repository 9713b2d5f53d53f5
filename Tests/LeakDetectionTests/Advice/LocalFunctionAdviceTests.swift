import LeakTesting
import Testing

@testable import LeakExplaining

/// What is advised where only a local function uses what a closure captures, which has no capture list.
@Suite struct LocalFunctionAdviceTests {
  private final class Transport {
    var queue: [(Bool) -> Void] = []
    func send(_ done: @escaping (Bool) -> Void) { queue.append(done) }
  }

  private static func retry(_ transport: Transport) {
    func again() {
      transport.send { isDone in
        if !isDone { again() }
      }
    }
    again()
  }

  @Test(.disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
  func `A capture list would change nothing`() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let transport = trackForLeaks(Transport())
      Self.retry(transport)
    }
    let path = try #require(report.leaks.first?.path)
    #expect(
      path.advice
        == "Declare a weak variable of transport, and let the local function again at line 14 use that one: the closure at LocalFunctionAdviceTests.swift:15 captures transport for again, which has no capture list."
    )
    #expect(path.edits == [])
  }

  /// What the source around a closure says of its variable `shop`. The closure is the one on the line of `// ←`.
  private static func nesting(_ source: String) -> ClosureNesting? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("←") }
    return line.flatMap {
      ClosureNesting(
        of: SourceOutline(source), line: $0 + 1, depth: 1, number: nil, capturing: "shop")
    }
  }

  @Test func `The closure does not use the variable itself`() {
    #expect(
      Self.nesting("func f() {\n func go() { shop.open() }\n g { // ←\n go() }\n}")
        == .localFunction(name: "go", line: 2))
    #expect(
      Self.nesting("func f() {\n func go() { shop.open() }\n g { [weak shop] in // ←\n go() }\n}")
        == .localFunction(name: "go", line: 2))
  }

  @Test(arguments: [
    "{ // ←\n go(); shop.close() }", "{ // ←\n go(); h { shop.close() } }",
    "{ // ←\n go(); print(\"\\(shop)\") }", "{ [shop] in // ←\n go() }",
    "{ [store = shop.store] in // ←\n go() }", "{ // ←\n stay() }", "{ go() }; { // ←\n go() }",
  ])
  func `The closure may use the variable itself`(closure: String) {
    #expect(Self.nesting("func f() {\n func go() { shop.open() }\n g(\(closure))\n}") == nil)
  }
}
