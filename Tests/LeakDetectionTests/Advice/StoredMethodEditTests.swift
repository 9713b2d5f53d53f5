import LeakTesting
import Testing

@testable import LeakExplaining

/// A stored method is called on a weak object, where it is one of that object.
@Suite(.disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
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
