import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// In an extension of a protocol that need not be an object's, `self` cannot be weak.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct ProtocolExtensionEditTests {
  fileprivate final class Screen: Showing, Drawing {
    let box = Box()

    func bindOwn() { box.action = show }
  }

  private static func path(_ bind: (Screen) -> Void) async -> RetainPath? {
    await LeakDetector.detect(within: .milliseconds(50)) {
      let screen = Screen()
      bind(screen)
      return screen
    }.leaks.first?.path
  }

  private static let note = " The protocol has to be derived from AnyObject for that, if it is not."

  @Test func `A stored method gets no edit`() async {
    let path = await Self.path { $0.bind() }
    #expect(path?.edits == [])
    #expect(path?.advice.hasSuffix(Self.note) == true, "\(path?.advice ?? "")")
  }

  @Test func `It does where the protocol is one of objects`() async {
    let path = await Self.path { $0.bindDrawing() }
    #expect(path?.edits.map(\.replacement) == ["{ [weak self] in self?.draw() }"])
    #expect(path?.advice.hasSuffix(Self.note) == false)
  }

  @Test func `And where the class stores it`() async {
    let path = await Self.path { $0.bindOwn() }
    #expect(path?.edits.map(\.replacement) == ["{ [weak self] in self?.show() }"])
    #expect(path?.advice.hasSuffix(Self.note) == false)
  }

  @Test func `A closure is advised so`() async {
    let path = await Self.path { $0.bindClosure() }
    #expect(path?.edits == [])
    #expect(path?.advice.hasSuffix(Self.note) == true, "\(path?.advice ?? "")")
  }
}

private final class Box {
  var action: (() -> Void)?
}

private protocol Showing {
  var box: Box { get }
}

extension Showing {
  func show() {}
  func bind() { box.action = show }
  func bindClosure() { box.action = { self.show() } }
}

private protocol Drawing: AnyObject {
  var box: Box { get }
}

extension Drawing {
  func draw() {}
  func bindDrawing() { box.action = draw }
}
