import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// A part that keeps its owner on purpose: it is given to who does not have the owner.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct GivenPartTests {
  private final class Connection {
    private var statements: [Statement] = []

    func statement() -> Statement {
      let statement = Statement(self)
      statements.append(statement)
      return statement
    }
  }

  private final class Statement {
    private var connection: Connection?

    init(_ connection: Connection) { self.connection = connection }
  }

  @Test func `Nothing says that somebody else keeps the owner`() async {
    let leaks = await LeakDetector.detect(within: .milliseconds(50)) {
      _ = Connection().statement()
    }.leaks
    #expect(
      leaks.map(\.path?.advice) == [
        "Try weak var on GivenPartTests.Statement.connection, if something else keeps the GivenPartTests.Connection."
      ])
    #expect(leaks.map(\.path?.edits) == [[]])
  }

  @Test(arguments: [
    ("A().b()", true), ("_ = A(b: 1).b() as Any", true), ("a.b()", false), ("A().c()", false),
    ("A().d(B())", false), ("A().e.f()", true), ("A().g.f()", true), ("A().h.f()", false),
    ("let a = A()", false), ("A ().b()", false),
  ]) func `What is made for a part`(use: String, isMade: Bool) {
    let text = """
      class B {
        var a: A?
      }
      class A {
        let e: B? = nil
        lazy var g = B(self)
        let h = C()
        func b() -> [B] { [] }
        func c() {}
        func d(_ b: B) -> Int { 1 }
      }
      func use(a: A) { \(use) }
      """
    let edit = PropertyEdit(SourceFiles.Source(sketch: text), property: "a", inTypeAt: 1)
    #expect(edit?.mayKeepOwner(inOneOf: ["B"], owners: ["A"]) == isMade)
  }
}
