import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// A stored method is called on a weak object, where it is one of that object.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct StoredMethodEditTests {
  private final class Button {
    var action: (() -> Void)?
  }

  private final class Form {
    let button = Button()

    func send() {}

    static func make() -> Form {
      let form = Form()
      form.button.action = form.send
      return form
    }
  }

  private struct View {
    let button: Button

    func tap() {}

    func listen() { button.action = tap }
  }

  private static func edits(_ make: () -> AnyObject) async -> [String]? {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { make() }
    return report.leaks.first?.path.map { $0.edits.map(\.replacement) }
  }

  private final class Basket {
    var change: ((inout Int, Int) -> Void)?
    var fill: ((Int...) -> Void)?
    var check: ((@autoclosure () -> Int) -> Void)?

    func add(to sum: inout Int, _ value: Int) {}
    func take(_ values: Int...) {}
    func look(_ value: @autoclosure () -> Int) {}

    static func make(_ isChanged: Bool = false, isFilled: Bool = false) -> Basket {
      let basket = Basket()
      basket.start(isChanged, isFilled)
      return basket
    }

    private func start(_ isChanged: Bool, _ isFilled: Bool) {
      if isChanged {
        change = add
      } else if isFilled {
        fill = take
      } else {
        check = look
      }
    }
  }

  @Test func `What the method changes is handed on to be changed`() async {
    #expect(
      await Self.edits { Basket.make(true) } == ["{ [weak self] in self?.add(to: &$0, $1) }"])
  }

  @Test func `What cannot be handed on is not written`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      Basket.make(isFilled: true)
    }
    let path = report.leaks.first?.path
    #expect(
      path?.advice
        == "Try a closure that captures self weakly and calls take(_:) instead of storing StoredMethodEditTests.Basket.take(_:) itself at StoredMethodEditTests.swift:58."
    )
    #expect(path?.edits == [])
    #expect(await Self.edits { Basket.make() } == [])
  }

  @Test func `The method of another object`() async {
    #expect(await Self.edits { Form.make() } == ["{ [weak form] in form?.send() }"])
  }

  @Test func `The method of a structure that has the object`() async {
    let edits = await Self.edits {
      let button = Button()
      View(button: button).listen()
      return button
    }
    #expect(edits == [])
  }
}
