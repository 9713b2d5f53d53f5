import LeakTesting
import Testing

@testable import LeakExplaining

/// Objects that only a closure keeps, and that have closures themselves.
@Suite(.disabled(if: isOptimized, "edits need what an unoptimised build tells of captures"))
struct OnlyOwnerClosureTests {
  private final class Debouncer {
    var onFire: (() -> Void)?
    var onCancel: (() -> Void)?

    func trigger() { onFire?() }
  }

  private final class Field {
    var onChange: ((String) -> Void)?
    var searches = 0

    func bind() {
      let debouncer = Debouncer()
      debouncer.onFire = { self.search() }
      debouncer.onCancel = { self.search() }
      onChange = { _ in debouncer.trigger() }
    }

    func bindMethod() {
      let debouncer = Debouncer()
      debouncer.onFire = { self.search() }
      debouncer.onCancel = debouncer.trigger
      onChange = { _ in debouncer.onCancel?() }
    }

    func search() { searches += 1 }
  }

  private static func path(_ bind: (Field) -> Void) async -> RetainPath? {
    await LeakDetector.detect(within: .milliseconds(50)) {
      let field = Field()
      bind(field)
      return field
    }.leaks.first?.path
  }

  /// A weak debouncer would go at once.
  @Test func `What it captures is changed in its own closures`() async {
    let path = await Self.path { $0.bind() }
    let lines = [22, 23].map {
      "Try [weak self] in the closure at OnlyOwnerClosureTests.swift:\($0). The OnlyOwnerClosureTests.Field keeps the OnlyOwnerClosureTests.Debouncer that stores it."
    }
    #expect(path?.cuts.map(\.advice).sorted() == lines)
    #expect(
      path?.cuts.flatMap { $0.edits.map(\.replacement) }
        == [" [weak self] in", "?", " [weak self] in", "?"])
  }

  @Test func `A stored method of such an object gets no edit`() async {
    let path = await Self.path { $0.bindMethod() }
    for cut in path?.cuts ?? [] where cut.advice.contains("weak debouncer") {
      #expect(cut.edits.isEmpty, "\(cut.advice)")
    }
    #expect(path?.cuts.isEmpty == false)
  }

  private final class Order {
    var onDone: (() -> Void)?
  }

  private final class Courier {
    var onArrival: (() -> Void)?

    func deliver() {}
  }

  /// Both are such objects: nothing tells which one is to stay.
  @Test func `Where both may be, it is told`() {
    let report = LeakDetector.detectBlocking {
      let (order, courier) = (Order(), Courier())
      order.onDone = { courier.deliver() }
      courier.onArrival = { _ = order.onDone }
    }
    let path = report.leaks.first?.path
    #expect(path?.edits == [])
    #expect(
      path?.advice.contains(
        "If nothing else keeps the OnlyOwnerClosureTests.") == true)
    #expect(path?.advice.hasSuffix("change what its own closures capture instead.") == true)
  }
}
