import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// An object that is made and dropped, and that its own closure may be meant to keep.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct DroppedObjectTests {
  private final class Bus {
    var handlers: [(String) -> Void] = []
  }

  private final class Audit {
    private let bus: Bus
    private var events: [String] = []

    init(_ bus: Bus) {
      self.bus = bus
      bus.handlers.append { self.events.append($0) }
    }
  }

  private final class Root {
    private var children: [Child] = []
    private var sum = 0

    func child() -> Child {
      let child = Child()
      child.send = { self.sum += $0 }
      children.append(child)
      return child
    }
  }

  private final class Child {
    var send: ((Int) -> Void)?
  }

  private final class Log {
    private let bus: Bus
    private var events: [String] = []

    init(_ bus: Bus) { self.bus = bus }

    func begin() { bus.handlers.append { self.events.append($0) } }
  }

  private static func told(_ body: () -> Void) async -> [[String]] {
    await LeakDetector.detect(within: .milliseconds(50)) { body() }.leaks.map(\.adviceAndEdits)
  }

  @Test func `What is made for nothing`() async {
    let told = await Self.told { _ = Audit(Bus()) }
    #expect(
      told == [
        [
          "Try [weak self] in the closure at …. The DroppedObjectTests.Audit keeps the DroppedObjectTests.Bus that stores it. If nothing "
            + "else keeps the DroppedObjectTests.Audit, but something else keeps the DroppedObjectTests.Bus, try an optional weak var, or unowned, on DroppedObjectTests.Audit.bus instead."
        ]
      ])
  }

  @Test func `What is made for one call`() async {
    let told = await Self.told { Root().child().send?(1) }
    #expect(
      told == [
        [
          "Try [weak self] in the closure at …. The DroppedObjectTests.Root keeps the DroppedObjectTests.Child that stores it. Something "
            + "else has to keep the DroppedObjectTests.Root then."
        ]
      ])
  }

  @Test func `What somebody has`() async {
    let told = await Self.told {
      let log = Log(Bus())
      log.begin()
    }
    #expect(
      told == [
        [
          "Try [weak self] in the closure at …. The DroppedObjectTests.Log keeps the DroppedObjectTests.Bus that stores it.",
          " [weak self] in", "?",
        ]
      ])
  }

  @Test(arguments: [
    ("_ = A(b)", true), ("_ = A(b) { 1 }", true), ("A(b).c()", true), ("N.A(b) { 1 }.c()", true),
    ("let c = A(b).c()", true), ("let a = A(b)", false), ("_ = A(b).d()", false),
    ("A(b).e()", false), ("f(A(b))", false), ("a = A(b)", false), ("return A(b)", false),
    ("B(A(b)).c()", false), ("_ = a", false),
    ("_ = A(b).c()", true), ("_ = try await A(b)", true), ("_ = try? A(b)", true),
  ]) func `Who drops objects`(use: String, drops: Bool) {
    let text = """
      class A: Base {
        init(_ b: B) {}
        func c() -> Int { 1 }
        func d() -> A { self }
        func e() -> Self { self }
      }
      func use(a: A, b: B) { \(use) }
      """
    #expect(SourceFiles.Source(sketch: text).dropsObjects(ofClassNamed: "A") == drops)
  }
}
