import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// A closure that a `deinit` calls: a weak `self` may be `nil` by then.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct CleanUpClosureTests {
  private final class Registry: @unchecked Sendable {
    var ids: Set<Int> = []
  }

  private final class Item {
    private let registry: Registry
    private let id: Int
    private var undo: (() -> Void)?

    init(_ registry: Registry, _ id: Int) {
      self.registry = registry
      self.id = id
    }

    func insert() {
      registry.ids.insert(id)
      undo = { self.registry.ids.removeAll() }
    }

    deinit { undo?() }
  }

  private final class Token {
    private let end: () -> Void

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { end() }
  }

  private final class Screen {
    private let registry: Registry
    private let id = 1
    private var token: Token?

    init(_ registry: Registry) { self.registry = registry }

    func appear() { token = Token { self.registry.ids.remove(self.id) } }
  }

  /// A task is cancelled, and its closure not called.
  private final class Reader: @unchecked Sendable {
    private let registry: Registry
    private var task: Task<Void, Never>?

    init(_ registry: Registry) { self.registry = registry }

    func read() {
      task = Task {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        self.registry.ids.removeAll()
      }
    }

    deinit { task?.cancel() }
  }

  private static func told(_ make: () -> AnyObject) async -> [[String]] {
    await LeakDetector.detect(within: .milliseconds(50)) { trackForLeaks(make()) }.leaks.map(
      \.adviceAndEdits)
  }

  @Test func `What the object's own deinit calls`() async {
    let told = await Self.told {
      let item = Item(Registry(), 1)
      item.insert()
      return item
    }
    #expect(
      told == [
        [
          "Let the closure at … capture what it uses, [registry], and not self: a deinit calls it, and a weak self may be nil by then."
        ]
      ])
  }

  @Test func `What the deinit of a part calls`() async {
    let told = await Self.told {
      let screen = Screen(Registry())
      screen.appear()
      return screen
    }
    #expect(
      told == [
        [
          "Let the closure at … capture the parts of CleanUpClosureTests.Screen that it uses and not self: a deinit calls it, and a weak self may be nil by then."
        ]
      ])
  }

  @Test func `What a deinit cancels`() async {
    let told = await Self.told {
      let reader = Reader(Registry())
      reader.read()
      return reader
    }
    #expect(told.map { $0[0].contains("a deinit calls it") } == [false])
  }

  @Test(arguments: [
    ("deinit { end?() }", true), ("deinit { ends.forEach { $0() } }", false),
    ("deinit { for e in end { e() } }", true), ("deinit { cancel() }", true),
    ("deinit { self.cancel() }", true), ("deinit { stop() }", false),
    ("deinit { end = nil }", false),
    ("func end2() { end?() }", false),
    ("var task: Task<Void, Never>?\n  deinit { task?.cancel() }", false),
    ("deinit { other.end?() }", false), ("deinit { free() }", false),
  ]) func `What a deinit calls`(member: String, uses: Bool) {
    let text = """
      class B {
        deinit { end?() }
      }
      class A {
        var end: (() -> Void)?
        func cancel() { end?() }
        func stop() {}
        \(member)
      }
      func free() { A().end?() }
      """
    #expect(SourceFiles.Source(sketch: text).callsInDeinit("end", ofClassNamed: "A") == uses)
  }
}
