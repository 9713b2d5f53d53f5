import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Whose a leak may be that is no test's for certain.
@Suite(.leakFree) struct UnattributedReportTests {
  private static let leak = Leak(
    typeName: "Shop.Cart", verdict: .held(by: [.unknown(1)]), location: CodeLocation())

  /// What is said of the tests, after the report on the leak.
  private static func sentences(_ tests: [String], _ others: [String]) -> String {
    let report = UnattributedLeak(leak: leak, tests: tests, others: others).report
    #expect(report.hasPrefix(leak.report + "\n\n"))
    return String(report.dropFirst(leak.report.count + 2))
  }

  private static func names(_ count: Int, _ name: String) -> [String] {
    (1...count).map { "\(name)\($0)()" }
  }

  @Test func `The tests of a check are told apart from all others`() {
    #expect(
      Self.sentences(["adds()"], []) == """
          Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran: adds().
        """)
    #expect(
      Self.sentences(["adds()", "removes()"], ["pays()"]) == """
          Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran: adds(), removes(). \
        Other tests ran then, too: pays().
        """)
  }

  @Test func `Of many tests eight are named, and the others counted`() {
    #expect(
      Self.sentences(Self.names(8, "a"), Self.names(9, "b")) == """
          Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran: a1(), a2(), a3(), \
        a4(), a5(), a6(), a7(), a8(). Other tests ran then, too: b1(), b2(), b3(), b4(), b5(), b6(), b7(), \
        b8(), and 1 more.
        """)
    #expect(
      Self.sentences(Self.names(300, "a"), []) == """
          Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran: a1(), a2(), a3(), \
        a4(), a5(), a6(), a7(), a8(), and 292 more.
        """)
  }
}
